import type { Actor } from "~/models/foundation/access/actor"
import type { Match, OpenInvoice } from "~/models/money/bank-import/bank-entry"
import { listFamilies } from "~/models/people/family/family.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"

const mostFamilies = 10

/** Families to record a transfer for, those of one name told apart; none until one is searched for. */
export function familiesFor(actor: Actor, search: string) {
  if (search.trim() === "") return []
  const found = listFamilies(actor, { search: search.trim(), page: 1 }).families.slice(0, mostFamilies)
  const named = found.map(({ id, name, students }) => ({ familyId: id, familyName: name, students }))
  return tellApart(actor, named).map((family) => ({
    id: family.familyId,
    name: familyLabel(family),
    students: family.students,
  }))
}

/** Invoices with the names of their families as they are told apart. */
export const invoicesFor = (actor: Actor, invoices: readonly OpenInvoice[]): OpenInvoice[] =>
  tellApart(actor, invoices).map(({ familyChildren, ...invoice }) => ({
    ...invoice,
    familyName: familyLabel({ familyName: invoice.familyName, familyChildren }),
  }))

/** The same of what transfers seem to pay. */
export function matchesFor<Row extends { match: Match | null }>(actor: Actor, rows: readonly Row[]): Row[] {
  const invoices = invoicesFor(
    actor,
    rows.flatMap(({ match }) => match?.invoice ?? []),
  )
  const byId = new Map(invoices.map((invoice) => [invoice.invoiceId, invoice]))
  return rows.map((row) => {
    const invoice = row.match && byId.get(row.match.invoice.invoiceId)
    return invoice ? { ...row, match: { ...row.match, invoice } } : row
  })
}
