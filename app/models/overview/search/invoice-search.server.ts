import { invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { invoiceActs } from "./found-acts"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** Invoices whose number holds what was typed, the newest first; "invoice 2026-17" and "#17" mean the number too. */
export function searchInvoices(actor: Actor, text: string): FoundGroup[] {
  const number = numberIn(text)
  if (!number) return []
  const rows = invoiceNumbersQuery(actor, number).all()
  const named = tellApart(actor, rows.slice(0, mostOf.invoices))
  const found = named.map(({ id, number, totalMinor, ...invoice }) => ({
    to: paths.invoice(id),
    title: `Invoice ${number}`,
    detail: [
      familyLabel(invoice),
      formatMoney(totalMinor, actor.school.currency),
      invoice.state === "void" ? "void" : invoice.issuedOn && formatDate(invoice.issuedOn, "medium"),
    ]
      .filter(Boolean)
      .join(", "),
    acts: invoiceActs(actor, { familyId: invoice.familyId, isVoid: invoice.state === "void" }),
  }))
  return groupOf(
    "Invoices",
    { found, more: rows.length > mostOf.invoices },
    paths.billing({ search: number }),
  )
}

/** The number someone looks for, if the text has a digit. */
export function numberIn(text: string): string | undefined {
  const number = text.replace(/^\s*(invoice\b|#|no\.?\s)\s*#?/i, "").trim()
  return /\d/.test(number) ? number : undefined
}

const holds = (text: string) => sql`instr(lower(${invoices.number}), lower(${text})) > 0`

/** "2026-17" also means 2026-0017. Exported for the test that reads its plan. */
export function invoiceNumbersQuery(actor: Actor, number: string) {
  const [, head = "", tail] = /^(.*?)(\d{1,9})$/.exec(number) ?? []
  return select({
    id: invoices.id,
    number: invoices.number,
    state: invoices.state,
    issuedOn: invoices.issuedOn,
    totalMinor: invoices.totalMinor,
    familyId: families.id,
    familyName: families.name,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(
        own(actor, invoices),
        isNotNull(invoices.sequence),
        or(holds(number), tail ? and(eq(invoices.sequence, Number(tail)), holds(head)) : undefined),
      ),
    )
    .orderBy(desc(invoices.sequence))
    .limit(mostOf.invoices + 1)
}
