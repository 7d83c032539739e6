import type { Actor } from "~/models/foundation/access/actor"
import type { Match } from "~/models/money/bank-import/bank-entry"
import { listFamilies } from "~/models/people/family/family.server"
import { labelFamilies } from "~/models/people/family/family-name.server"

const mostFamilies = 10

/** Families to record a transfer for, those of one name told apart; none until one is searched for. */
export function familiesFor(actor: Actor, search: string) {
  if (search.trim() === "") return []
  const found = listFamilies(actor, { search: search.trim(), page: 1 }).families.slice(0, mostFamilies)
  const named = found.map(({ id, name, students }) => ({ familyId: id, familyName: name, students }))
  return labelFamilies(actor, named).map(({ familyId, familyName, students }) => ({
    id: familyId,
    name: familyName,
    students,
  }))
}

/** What transfers seem to pay, with the names of families as they are told apart. */
export function matchesFor<Row extends { match: Match | null }>(actor: Actor, rows: readonly Row[]): Row[] {
  const invoices = labelFamilies(
    actor,
    rows.flatMap(({ match }) => match?.invoice ?? []),
  )
  const byId = new Map(invoices.map((invoice) => [invoice.invoiceId, invoice]))
  return rows.map((row) => {
    const invoice = row.match && byId.get(row.match.invoice.invoiceId)
    return invoice ? { ...row, match: { ...row.match, invoice } } : row
  })
}
