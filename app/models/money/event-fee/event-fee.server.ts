import { transact } from "db/client.server"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { eventFees } from "db/schema/money-event-fees"
import { students } from "db/schema/people"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answerOccasion, enterAnswer, undoAnswer } from "~/models/teaching/occasion/answer-occasion.server"
import { findFee, findOccasion, type Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { type Answer, kindLabels } from "~/models/teaching/occasion/occasion"
import { findGuest } from "~/models/teaching/occasion/occasion-guests.server"
import { cancelOccasion } from "~/models/teaching/occasion/publish-occasion.server"
import { removeGuest, resumeGuest } from "~/models/teaching/occasion/remove-guest.server"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { addItemCharge, withdrawCharge } from "../charge/charge.server"
import { reversed, taxedColumns } from "../charge/seat-charges.server"
import { entryDay } from "../closing/closing.server"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { isOpen } from "../payment/open-amount.server"
import type { FeeOutcome, GuestFee } from "./event-fee"

// The fee of an event is charged with the family's yes and taken back with its no, in the answer's own transaction. Withdrawn after
// the event's last day for that it stays, and the office may waive it. An invoice of the fee alone is voided; what is invoiced with
// other lines is answered by a correction, which comes off the next invoice.

type FromFamily = Parameters<typeof answerOccasion>

/** A family's answer with what it does to the fee. */
export function answerWithFee(actor: Actor, occasionId: string, student: FromFamily[2], answer: Answer) {
  return transact(() => {
    const answered = answerOccasion(actor, occasionId, student, answer)
    if (!answered.ok) return answered
    const fee = settleFee(actor, occasionId, student.id)
    return {
      ...answered,
      fee,
      invoiceId: fee === "invoiced" ? findOwnInvoice(actor, occasionId, student.id) : null,
    }
  })
}

/** The same as the office enters it for a family. */
export function enterWithFee(actor: Actor, occasionId: string, studentId: string, answer: Answer) {
  return transact(() => {
    const entered = enterAnswer(actor, occasionId, studentId, answer)
    return entered.ok ? { ...entered, fee: settleFee(actor, occasionId, studentId) } : entered
  })
}

/** Undoes what the office entered: a fee that it made is taken back whatever the day. */
export function undoWithFee(actor: Actor, occasionId: string, studentId: string) {
  return transact(() => {
    const undone = undoAnswer(actor, occasionId, studentId)
    return undone.ok ? { ...undone, fee: settleFee(actor, occasionId, studentId, true) } : undone
  })
}

/** Takes a student off an event with the fee. */
export function removeWithFee(actor: Actor, occasionId: string, studentId: string) {
  return transact(() => {
    const removed = removeGuest(actor, occasionId, studentId)
    return removed.ok ? { ...removed, fee: settleFee(actor, occasionId, studentId, true) } : removed
  })
}

/** Cancels an event: no one pays for it. */
export function cancelWithFees(actor: Actor, occasionId: string, reason: string) {
  return transact(() => {
    const canceled = cancelOccasion(actor, occasionId, reason)
    if (canceled.ok)
      for (const { studentId } of listStanding(actor, occasionId))
        if (studentId) settleFee(actor, occasionId, studentId, true)
    return canceled
  })
}

/** After a student came back to an event from the bin; in the caller's transaction. */
export function resumeWithFee(actor: Actor, guestId: string) {
  resumeGuest(actor, guestId)
  const guest = find(actor, occasionGuests, guestId)
  if (guest) settleFee(actor, guest.occasionId, guest.studentId)
}

/** Charges the fee of a student who takes part, or takes it back; in the caller's transaction. Safe to repeat. */
function settleFee(actor: Actor, occasionId: string, studentId: string, isAlways = false): FeeOutcome {
  const occasion = findOccasion(actor, occasionId)
  if (!occasion) return "none"
  const [standing] = listStanding(actor, occasionId, studentId)
  const takesPart =
    occasion.state === "published" && findGuest(actor, occasionId, studentId)?.answer === "yes"
  if (takesPart) {
    const { feeMinor, feeAtOnce } = findFee(actor, occasionId)
    if (standing || !feeMinor) return "none"
    return charge(actor, occasion, studentId, { feeMinor, feeAtOnce })
  }
  if (!standing) return "none"
  const { feeUntil } = findFee(actor, occasionId)
  if (!isAlways && feeUntil !== null && todayOf(actor) > feeUntil) return "stays"
  takeBack(actor, standing)
  return "taken-back"
}

function charge(
  actor: Actor,
  occasion: Occasion,
  studentId: string,
  { feeMinor, feeAtOnce }: { feeMinor: number; feeAtOnce: boolean },
): FeeOutcome {
  const student = find(actor, students, studentId)
  if (!student) return "none"
  const date = formatDate(occasion.localDate, "medium", actor.school)
  const charged = addItemCharge(actor, {
    familyId: student.familyId,
    studentId,
    description: [[kindLabels[occasion.kind], "fee"].join(" "), student.firstName, occasion.title, date]
      .join(", ")
      .slice(0, 200),
    amountMinor: feeMinor,
    occurredOn: entryDay(actor),
  })
  if (!charged.ok) throw new Error(`The fee of an event could not be charged: ${charged.reason}`)
  add(actor, eventFees, { occasionId: occasion.id, chargeId: charged.chargeId })
  if (!feeAtOnce) return "charged"
  const today = todayOf(actor)
  // A family that can't be invoiced now, such as one without a payer, has it on its next invoice.
  const issued = issueInvoice(actor, {
    familyId: student.familyId,
    from: today,
    to: today,
    dueOn: addDays(today, actor.school.invoiceDueDays),
    note: null,
    chargeIds: [charged.chargeId],
    unchargedSeatIds: [],
  })
  return issued.ok ? "invoiced" : "charged"
}

/** The invoice of a student's fee that the reader may open. */
function findOwnInvoice(actor: Actor, occasionId: string, studentId: string): string | null {
  const [standing] = listStanding(actor, occasionId, studentId)
  const lines = standing ? listLines(actor, [standing.chargeId]) : []
  return lines.find(({ invoiceId }) => findPortalInvoice(actor, invoiceId))?.invoiceId ?? null
}

const withdrawn = "No longer takes part"

type Standing = ReturnType<typeof listStanding>[number]

function takeBack(actor: Actor, { feeId, chargeId, ...fee }: Standing) {
  change(actor, eventFees, feeId, { takenBackAt: now() })
  if (fee.withdrawnAt !== null) return
  // An invoice of the fee alone is voided: what was paid of it becomes account credit.
  const invoiceId = listLines(actor, [chargeId])[0]?.invoiceId
  if (invoiceId && hasOneLine(actor, invoiceId)) voidInvoice(actor, { invoiceId, reason: withdrawn })
  if (withdrawCharge(actor, chargeId, withdrawn).ok) return
  const isCorrected = select({ id: charges.id })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.correctsChargeId, chargeId), isNull(charges.withdrawnAt)))
    .get()
  const { familyId, studentId, description, creditedNetMinor, ...taxed } = fee
  // The office has credited or corrected it already: what is left is its own to decide.
  if (isCorrected || creditedNetMinor !== 0) return
  const amounts = {
    amountMinor: taxed.amountMinor,
    taxMinor: taxed.taxMinor,
    taxName: taxed.taxName,
    taxRate: taxed.taxRate,
    taxIsAdded: taxed.taxIsAdded,
  }
  const id = add(actor, charges, {
    familyId,
    studentId,
    description,
    source: "correction",
    correctsChargeId: chargeId,
    reason: withdrawn,
    occurredOn: entryDay(actor),
    ...reversed(amounts),
  })
  recordEvent(actor, {
    verb: "add",
    noun: "charge",
    nounId: id,
    after: { description, ...reversed(amounts) },
  })
}

const hasOneLine = (actor: Actor, invoiceId: string): boolean =>
  select({ id: invoiceLines.id })
    .from(invoiceLines)
    .where(and(own(actor, invoiceLines), eq(invoiceLines.invoiceId, invoiceId)))
    .limit(2)
    .all().length === 1

/** The fees of an event that weren't taken back, of one student or of all. */
const listStanding = (actor: Actor, occasionId: string, studentId?: string) =>
  select({
    feeId: eventFees.id,
    chargeId: charges.id,
    familyId: charges.familyId,
    studentId: charges.studentId,
    description: charges.description,
    withdrawnAt: charges.withdrawnAt,
    creditedNetMinor: charges.creditedNetMinor,
    ...taxedColumns,
  })
    .from(eventFees)
    .innerJoin(charges, joined(charges, eventFees.chargeId))
    .where(
      and(
        own(actor, eventFees),
        eq(eventFees.occasionId, occasionId),
        isNull(eventFees.takenBackAt),
        studentId === undefined ? undefined : eq(charges.studentId, studentId),
      ),
    )
    .all()

/** The lines that claim some charges on issued invoices, and whether their invoice is still to be paid. */
const listLines = (actor: Actor, chargeIds: readonly string[]) =>
  select({
    chargeId: sql<string>`coalesce(${invoiceLines.partOfChargeId}, ${invoiceLines.chargeId})`,
    invoiceId: invoices.id,
    isOpen: sql<number>`${isOpen}`.mapWith(Boolean),
  })
    .from(invoiceLines)
    .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, invoiceLines),
        or(
          inArray(invoiceLines.chargeId, [...chargeIds]),
          inArray(invoiceLines.partOfChargeId, [...chargeIds]),
        ),
        isNull(invoiceLines.releasedAt),
        eq(invoices.state, "issued"),
      ),
    )
    .all()

/** Where the fees of an event's students stand, by student; amounts in minor units, tax within. Two statements. */
export function listGuestFees(actor: Actor, occasionId: string): Map<string, GuestFee> {
  const standing = listStanding(actor, occasionId)
  if (standing.length === 0) return new Map()
  const lines = listLines(
    actor,
    standing.map(({ chargeId }) => chargeId),
  )
  return new Map(
    standing.map(({ chargeId, studentId, withdrawnAt, amountMinor }) => {
      const own = lines.filter((line) => line.chargeId === chargeId)
      const state =
        withdrawnAt !== null
          ? "waived"
          : own.length === 0
            ? "to-invoice"
            : own.some((line) => line.isOpen)
              ? "due"
              : "paid"
      return [studentId ?? "", { state, amountMinor }]
    }),
  )
}
