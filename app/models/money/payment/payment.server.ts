import { db, transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { families, guardians } from "db/schema/people"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { openAmount } from "./open-amount.server"
import { methodLabels, type PaymentMethod, type PaymentRefusal } from "./payment"

// A payment is never edited. A provider's reference is recorded once, and an invoice never gets more than its open amount.

export type NewPayment = {
  /** Integer minor units of the school's currency, more than 0. */
  amountMinor: number
  method: PaymentMethod
  /** `YYYY-MM-DD` in the school's zone. */
  receivedOn: string
  payerName: string
  guardianId?: string | null
  /** The provider's id of the capture. A second call with it answers the first payment. */
  providerReference?: string | null
  note?: string | null
  /** Where the receipt goes; the guardian's address unless given. */
  receiptTo?: string | null
  /**
   * The money has arrived at the provider already, so it is recorded whatever the invoice says: what is more than open
   * (two people paid at once, the invoice was voided in the meantime) stays in the family's favor.
   */
  hasArrived?: boolean
} & (
  | { invoiceId: string }
  | { familyId: string }
  /** Several invoices of one family, and how much of it is for each. */
  | { parts: readonly { invoiceId: string; amountMinor: number }[] }
)

/**
 * Records a payment for one invoice, for several by their parts, or for a family's open invoices, oldest due first. One transaction with its
 * allocations, receipt mail and audit entry. Refuses more than is open unless the money has arrived already.
 */
export function recordPayment(
  actor: Actor,
  payment: NewPayment,
): Result<{ paymentId: string }, PaymentRefusal> {
  if (!Number.isSafeInteger(payment.amountMinor) || payment.amountMinor <= 0)
    throw new RangeError(`A payment is a positive amount of minor units, not ${payment.amountMinor}`)
  return transact(() => {
    const earlier = payment.providerReference ? findByReference(payment.providerReference) : undefined
    if (earlier) return isSame(actor, earlier, payment)
    if (payment.receivedOn > today(actor.school.timeZone, now()))
      return { ok: false, reason: "received-in-the-future" }
    const target = targetOf(actor, payment)
    if (!target.ok) return target
    const parts = target.open ? share(payment.amountMinor, target.open) : []
    const placed = parts.reduce((sum, part) => sum + part.amountMinor, 0)
    if (placed < payment.amountMinor && !payment.hasArrived)
      return { ok: false, reason: placed === 0 ? "nothing-open" : "overpaid" }

    const guardian = findGuardian(actor, target.familyId, payment.guardianId)
    const paymentId = newId()
    const owner = { schoolId: actor.school.id, createdAt: now() }
    db()
      .insert(payments)
      .values({
        ...owner,
        id: paymentId,
        familyId: target.familyId,
        guardianId: guardian?.id ?? null,
        method: payment.method,
        amountMinor: payment.amountMinor,
        currency: actor.school.currency,
        receivedOn: payment.receivedOn,
        receivedAt: now(),
        payerName: payment.payerName,
        providerReference: payment.providerReference ?? null,
        note: payment.note ?? null,
        recordedBy: actor.memberId,
      })
      .run()
    for (const { invoiceId, amountMinor } of parts)
      db()
        .insert(allocations)
        .values({ ...owner, id: newId(), paymentId, invoiceId, amountMinor })
        .run()
    sendReceipt(actor, payment, {
      recipient: payment.receiptTo ?? guardian?.email ?? null,
      number: parts.map(({ number }) => number).join(", ") || target.number || "your account",
    })
    recordEvent(actor, {
      verb: "record",
      noun: "payment",
      nounId: paymentId,
      after: {
        amountMinor: payment.amountMinor,
        method: payment.method,
        payerName: payment.payerName,
        invoices: parts.map(({ number }) => number),
      },
    })
    return { ok: true, paymentId }
  })
}

type Open = { invoiceId: string; number: string | null; openMinor: number }
type Target = Result<{ familyId: string; number: string | null; open: Open[] }, PaymentRefusal>

function invoiceTarget(actor: Actor, invoiceId: string, hasArrived = false): Target {
  const invoice = db()
    .select({
      familyId: invoices.familyId,
      state: invoices.state,
      invoiceId: invoices.id,
      number: invoices.number,
      openMinor: openAmount,
    })
    .from(invoices)
    .where(own(actor, invoices, invoiceId))
    .get()
  if (!invoice) return { ok: false, reason: "no-invoice" }
  if (invoice.state === "draft") return { ok: false, reason: "not-issued" }
  if (invoice.state === "void" && !hasArrived) return { ok: false, reason: "void" }
  return { ok: true, familyId: invoice.familyId, number: invoice.number, open: [invoice] }
}

/** Several invoices of one family: of each at most its part is open. */
function partsTarget(
  actor: Actor,
  parts: readonly { invoiceId: string; amountMinor: number }[],
  hasArrived?: boolean,
): Target {
  const open: Open[] = []
  let familyId: string | undefined
  for (const { invoiceId, amountMinor } of parts) {
    const target = invoiceTarget(actor, invoiceId, hasArrived)
    if (!target.ok) return target
    if (familyId !== undefined && familyId !== target.familyId) return { ok: false, reason: "no-invoice" }
    familyId = target.familyId
    open.push(...target.open.map((each) => ({ ...each, openMinor: Math.min(each.openMinor, amountMinor) })))
  }
  if (familyId === undefined) return { ok: false, reason: "no-invoice" }
  return { ok: true, familyId, number: open.map(({ number }) => number).join(", "), open }
}

function targetOf(actor: Actor, payment: NewPayment): Target {
  if ("parts" in payment) return partsTarget(actor, payment.parts, payment.hasArrived)
  if ("invoiceId" in payment) return invoiceTarget(actor, payment.invoiceId, payment.hasArrived)
  const family = db()
    .select({ id: families.id })
    .from(families)
    .where(own(actor, families, payment.familyId))
    .get()
  if (!family) return { ok: false, reason: "no-family" }
  const open = db()
    .select({ invoiceId: invoices.id, number: invoices.number, openMinor: openAmount })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        eq(invoices.familyId, family.id),
        eq(invoices.state, "issued"),
        sql`${openAmount} > 0`,
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.sequence))
    .all()
  return { ok: true, familyId: family.id, number: null, open }
}

/** Puts the money on the open invoices in their order; what is left over is no one's part. */
function share(amountMinor: number, open: readonly Open[]) {
  let left = amountMinor
  return open.flatMap(({ openMinor, ...invoice }) => {
    const part = Math.min(left, openMinor)
    left -= part
    return part > 0 ? [{ ...invoice, amountMinor: part }] : []
  })
}

type StoredPayment = typeof payments.$inferSelect

const findByReference = (reference: string): StoredPayment | undefined =>
  db().select().from(payments).where(eq(payments.providerReference, reference)).get()

function isSame(
  actor: Actor,
  earlier: StoredPayment,
  { amountMinor, method }: NewPayment,
): Result<{ paymentId: string }, "duplicate-reference"> {
  const same =
    earlier.schoolId === actor.school.id && earlier.amountMinor === amountMinor && earlier.method === method
  return same ? { ok: true, paymentId: earlier.id } : { ok: false, reason: "duplicate-reference" }
}

function findGuardian(actor: Actor, familyId: string, guardianId: string | null | undefined) {
  if (!guardianId) return undefined
  return db()
    .select({ id: guardians.id, email: guardians.email })
    .from(guardians)
    .where(and(own(actor, guardians, guardianId), eq(guardians.familyId, familyId)))
    .get()
}

function sendReceipt(
  actor: Actor,
  payment: NewPayment,
  { recipient, number }: { recipient: string | null; number: string },
) {
  if (!recipient) return
  queueMail({
    template: "payment-receipt",
    schoolId: actor.school.id,
    recipient,
    data: {
      schoolName: actor.school.name,
      recipientName: payment.payerName,
      amount: formatMoney(payment.amountMinor, actor.school.currency, actor.school),
      number,
      method: methodLabels[payment.method],
      receivedOn: formatDate(payment.receivedOn, "full", actor.school),
      reference: payment.providerReference ?? null,
    },
  })
}
