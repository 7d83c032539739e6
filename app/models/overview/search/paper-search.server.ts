import { creditNotes } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { paidByText } from "~/models/money/payment/payment"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { type FoundGroup, groupOf } from "./search"

/**
 * Credit notes whose number holds what was typed, the newest first, and payments that have it as their reference, such as a check's
 * number.
 * @param most of both together
 */
export function searchPapers(actor: Actor, text: string, most: number): FoundGroup[] {
  const typed = text.replace(/^\s*(?:credit note|check|payment)\b/i, "").trim()
  if (most === 0 || !/\d/.test(typed)) return []
  const money = (minor: number) => formatMoney(minor, actor.school.currency)
  const notes = tellApart(actor, creditNoteNumbersQuery(actor, typed, most).all())
  const credited = notes.map(({ id, number, totalMinor, issuedOn, ...family }) => ({
    to: paths.creditNote(id),
    title: `Credit note ${number}`,
    detail: [familyLabel(family), money(totalMinor), formatDate(issuedOn, "medium")].join(", "),
  }))
  const rest = most - credited.length
  const paid = rest > 0 ? tellApart(actor, paymentReferencesQuery(actor, typed, rest).all()) : []
  const received = paid.map(({ id, amountMinor, method, reference, receivedOn, reversedAt, ...family }) => ({
    to: paths.paymentReceipt(id),
    title: `Payment of ${money(amountMinor)}`,
    detail: [
      familyLabel(family),
      paidByText(method, reference),
      reversedAt === null ? formatDate(receivedOn, "medium") : "reversed",
    ].join(", "),
  }))
  return [
    ...groupOf("Credit notes", { found: credited, more: false }),
    ...groupOf("Payments", { found: received, more: false }),
  ]
}

/** Exported for the test that reads its plan, as is the other. */
export const creditNoteNumbersQuery = (actor: Actor, number: string, most: number) =>
  select({
    id: creditNotes.id,
    number: creditNotes.number,
    totalMinor: creditNotes.totalMinor,
    issuedOn: creditNotes.issuedOn,
    familyId: families.id,
    familyName: families.name,
  })
    .from(creditNotes)
    .innerJoin(families, joined(families, creditNotes.familyId))
    .where(and(own(actor, creditNotes), sql`instr(lower(${creditNotes.number}), lower(${number})) > 0`))
    .orderBy(desc(creditNotes.sequence))
    .limit(most)

export const paymentReferencesQuery = (actor: Actor, reference: string, most: number) =>
  select({
    id: payments.id,
    amountMinor: payments.amountMinor,
    method: payments.method,
    reference: payments.providerReference,
    receivedOn: payments.receivedOn,
    reversedAt: payments.reversedAt,
    familyId: families.id,
    familyName: families.name,
  })
    .from(payments)
    .innerJoin(families, joined(families, payments.familyId))
    .where(and(own(actor, payments), eq(payments.providerReference, reference)))
    .limit(most)
