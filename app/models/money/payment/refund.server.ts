import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { paymentOrders, payments, refundOrders, refunds } from "db/schema/money-payments"
import { planAsks } from "db/schema/money-plans"
import { families } from "db/schema/people"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { RefundRefused } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { platformWay } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { entryDay, isClosed } from "../closing/closing.server"
import { payerIdOf } from "../payer/payer-key.server"
import { providerLabels } from "../payment-provider/payment-provider"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { listParts, type Part, settle, share } from "./allocate.server"
import { openAmount } from "./open-amount.server"
import type { PaymentMethod } from "./payment"
import { isSameRefund } from "./sent-before.server"
import { listSpare, type Spare } from "./spare-credit.server"
import { tellOfCredit, tellPayer } from "./tell-refund.server"

// A refund, like a payment, is never edited, and a provider's reference is recorded once. The school never refunds more of
// a payment than is left, and a provider never gives back more than it; but the bank may take back what was handed out
// before, and then the payment ends below zero. The amount an invoice loses is open again.

export type NewRefund = {
  paymentId: string
  /** Given back by the school at the provider, or taken back by the payer's bank or a dispute: a chargeback. */
  kind: "refund" | "reversal"
  /** Integer minor units, more than 0. */
  amountMinor: number
  /** The provider's id of the refund. A second call with it changes nothing. */
  providerReference: string
  /** Why the office gave it back, when it did so here. */
  reason?: string | null
}

/**
 * Records that the provider gave money of a payment back: first what was in the family's favor, then what its invoices
 * got, the newest first; what had been refunded another way is owed beside them. The office is told by mail, and of a refund
 * its payer. Refuses more than the provider ever had.
 */
export function recordRefund(
  actor: Actor,
  { paymentId, kind, amountMinor, providerReference, reason }: NewRefund,
): Result<{ isNew: boolean }, "no-payment" | "more-than-paid"> {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new RangeError(`A refund is a positive amount of minor units, not ${amountMinor}`)
  return transact(() => {
    if (select().from(refunds).where(eq(refunds.providerReference, providerReference)).get())
      return { ok: true, isNew: false }
    const payment = find(actor, payments, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    if (amountMinor > leftAtProvider(actor, payment)) return { ok: false, reason: "more-than-paid" }
    const { numbers, owedMinor, dueAgainMinor } = writeTaken(actor, payment, {
      kind,
      amountMinor,
      providerReference,
      reason: reason ?? null,
    })
    const { payerName, currency, method, paidWith } = payment
    tellOffice(actor, { kind, amountMinor, payerName, numbers, owedMinor, paymentId })
    const told = {
      amountMinor,
      currency,
      method,
      back: { paidWith },
      refundedOn: notBefore(actor, payment),
      reason: reason ?? null,
      dueAgain: { numbers, amountMinor: dueAgainMinor },
    }
    if (kind === "refund") tellPayer(actor, { payerId: payerIdOf(payment), payerName }, told)
    return { ok: true, isNew: true }
  })
}

type Taken = {
  kind: NewRefund["kind"]
  amountMinor: number
  providerReference?: string
  reason: string | null
}

/** Writes that money of a payment is gone, in the caller's transaction: off which invoices, and what is owed beside them. */
export function writeTaken(
  actor: Actor,
  payment: typeof payments.$inferSelect,
  { kind, amountMinor, ...facts }: Taken,
): { numbers: string[]; owedMinor: number; dueAgainMinor: number } {
  const left = leftOf(actor, payment)
  const parts = takeBack(amountMinor - left.spareMinor, left.parts)
  const { id: paymentId, familyId, method, currency } = payment
  const row = { familyId, kind, method, amountMinor, currency, ...facts, parts }
  writeRefund(actor, { paymentId }, { ...row, refundedOn: notBefore(actor, payment) })
  const numbers = parts.flatMap(({ number }) => number ?? [])
  const owedMinor = Math.max(0, amountMinor - left.totalMinor)
  recordEvent(actor, kind === "refund" ? "payment.refund" : "payment.reverse", paymentId, {
    after: {
      amountMinor,
      ...(facts.providerReference ? { providerReference: facts.providerReference } : {}),
      ...(owedMinor > 0 ? { owedMinor } : {}),
      invoices: numbers,
    },
  })
  return { numbers, owedMinor, dueAgainMinor: sumOf(parts) }
}

/** What the provider may still give back of a payment: what the office handed out another way isn't its concern. */
export const leftAtProvider = (actor: Actor, payment: { id: string; amountMinor: number }): number =>
  listRefunds(actor, payment.id)
    .filter(({ kind, providerReference }) => kind !== "refund" || providerReference !== null)
    .reduce((left, { amountMinor }) => left - amountMinor, payment.amountMinor)

/** The day of an entry, or that on which the payment came in if it's later: a school that changes its time zone gains or loses a day. */
export function notBefore(actor: Actor, { receivedOn }: { receivedOn: string }): string {
  const day = entryDay(actor)
  return day < receivedOn ? receivedOn : day
}

type RefundRow = {
  familyId: string
  kind: "refund" | "reversal" | "mistake"
  method: PaymentMethod
  amountMinor: number
  /** The payment's; the school's unless given. */
  currency?: string
  providerReference?: string
  reason: string | null
  /** `YYYY-MM-DD`; today, or the first open day, unless given. */
  refundedOn?: string
  /** What the invoices lose by it. */
  parts: readonly Part[]
}

/** Writes a refund of a payment or a credit note and takes its parts off their invoices, in the caller's transaction. */
export function writeRefund(
  actor: Actor,
  source: { paymentId: string } | { creditNoteId: string },
  { parts, refundedOn, ...facts }: RefundRow,
): string {
  const id = add(actor, refunds, {
    ...source,
    currency: actor.school.currency,
    ...facts,
    refundedOn: refundedOn ?? entryDay(actor),
    refundedAt: now(),
    recordedBy: actor.memberId,
  })
  if (facts.kind === "refund") endAsks(actor, parts)
  for (const part of parts) settle(actor, source, part.invoiceId, -part.amountMinor)
  return id
}

/** An invoice that was paid in full ended what was asked for it, to pay in installments: a balance that a refund leaves is another. */
function endAsks(actor: Actor, parts: readonly Part[]) {
  const settled = select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        among(
          invoices.id,
          parts.map(({ invoiceId }) => invoiceId),
        ),
        sql`${openAmount} = 0`,
      ),
    )
  change(actor, planAsks, and(inArray(planAsks.invoiceId, settled), isNull(planAsks.answer)), {
    answer: "withdrawn",
    answeredAt: now(),
  })
}

/**
 * What of a payment has not gone back yet: in all, what went to no invoice, and what each invoice has of it. `heldMinor`
 * waits for the provider to refund it. In all it is below zero when more is gone than came in.
 */
export function leftOf(actor: Actor, payment: { id: string; amountMinor: number }) {
  const parts = listParts(actor, { paymentId: payment.id })
  const allocatedMinor = sumOf(parts)
  const refundedMinor = listRefunds(actor, payment.id).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const totalMinor = payment.amountMinor - refundedMinor
  return { totalMinor, spareMinor: totalMinor - allocatedMinor, heldMinor: heldOf(actor, payment.id), parts }
}

const heldOf = (actor: Actor, paymentId: string): number =>
  ownRows(actor, refundOrders, { heldMinor: sql<number>`coalesce(sum(${refundOrders.amountMinor}), 0)` })
    .where(and(eq(refundOrders.paymentId, paymentId), inArray(refundOrders.state, ["created", "pending"])))
    .get()?.heldMinor ?? 0

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** What the invoices lose when so much goes back that was theirs. */
function takeBack(amountMinor: number, parts: readonly Part[]): Part[] {
  let missing = amountMinor
  return parts.flatMap((part) => {
    const partMinor = Math.min(missing, part.amountMinor)
    if (partMinor <= 0) return []
    missing -= partMinor
    return [{ ...part, amountMinor: partMinor }]
  })
}

/** A row below zero is a chargeback that was won, or a refund that the payer's bank returned. */
const gone = sql<
  "refund" | "reversal" | "won" | "mistake" | "returned"
>`case when refunds.kind = 'won' and exists (
  select 1 from refunds o where o.school_id = refunds.school_id and o.id = refunds.won_of and o.kind = 'refund')
  then 'returned' else refunds.kind end`

/** What went back of a payment, in order. */
export function listRefunds(actor: Actor, paymentId: string) {
  return ownRows(actor, refunds, {
    id: refunds.id,
    kind: gone,
    ...columns(refunds, "method", "reason", "amountMinor", "refundedOn", "providerReference"),
  })
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.refundedAt), asc(refunds.id))
    .all()
}

type RefundFacts = {
  kind: NewRefund["kind"] | "won" | "returned" | "disputed" | "kept"
  amountMinor: number
  payerName: string
  numbers: readonly string[]
  /** What of it had been refunded another way before, so that it is on no invoice. */
  owedMinor?: number
  paymentId: string
  /** Of a dispute, the last day for an answer, as the reader sees it. */
  answerBy?: string | null
}

/** What the provider that took a payment is called. */
export function providerOf(actor: Actor, paymentId: string): string {
  const order = ownRows(actor, paymentOrders, ["provider"])
    .where(eq(paymentOrders.paymentId, paymentId))
    .get()
  return providerLabels[order?.provider ?? platformWay]
}

export function tellOffice(actor: Actor, { kind, amountMinor, owedMinor, ...facts }: RefundFacts) {
  const { payerName, numbers, paymentId, answerBy } = facts
  const money = (minor: number) => formatMoney(minor, actor.school.currency, actor.school)
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "payment-refunded",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        name,
        kind,
        amount: money(amountMinor),
        payerName,
        numbers: numbers.join(", ") || null,
        owed: owedMinor ? money(owedMinor) : null,
        paymentId,
        provider: providerOf(actor, paymentId),
        ...(answerBy ? { answerBy } : {}),
      },
    })
}

// A refund that the office hands out itself, in cash or by its bank, and only records here.

export type GivenRefund = {
  /** Integer minor units, more than 0. */
  amountMinor: number
  method: PaymentMethod
  /** `YYYY-MM-DD` */
  refundedOn: string
  reason: string
  formKey?: string | null
}

/**
 * Gives money of one payment back: first what no invoice uses, then what its invoices have, the newest first. Refuses a
 * day before the payment came in.
 */
export function refundPayment(
  actor: Actor,
  paymentId: string,
  refund: GivenRefund,
): { ok: true; numbers: string[] } | RefundRefused {
  return transact(() => {
    const made = madeByForm(actor, refund.formKey)
    if (made)
      return isSameRefund(actor, made, refund)
        ? { ok: true, numbers: [] }
        : { ok: false, reason: "sent-before" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const payment = find(actor, payments, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    if (refund.refundedOn > notBefore(actor, payment)) return { ok: false, reason: "refunded-in-the-future" }
    if (refund.refundedOn < payment.receivedOn)
      return { ok: false, reason: "before-payment", since: payment.receivedOn }
    const left = leftOf(actor, payment)
    if (refund.amountMinor > left.totalMinor - left.heldMinor) return { ok: false, reason: "more-than-left" }
    const { formKey, ...facts } = refund
    const parts = takeBack(refund.amountMinor - left.spareMinor, left.parts)
    const refundId = writeRefund(
      actor,
      { paymentId },
      { familyId: payment.familyId, kind: "refund", currency: payment.currency, ...facts, parts },
    )
    rememberForm(actor, formKey, refundId)
    const numbers = parts.flatMap(({ number }) => number ?? [])
    recordEvent(actor, "payment.refund", paymentId, {
      after: { amountMinor: refund.amountMinor, reason: refund.reason, invoices: numbers },
    })
    const payer = { payerId: payerIdOf(payment), payerName: payment.payerName }
    const dueAgain = { numbers, amountMinor: sumOf(parts) }
    tellPayer(actor, payer, { ...refund, currency: payment.currency, dueAgain })
    return { ok: true, numbers }
  })
}

/** Pays account credit out, the oldest first: invoices stay settled. Refuses a day on which it wasn't there yet. */
export function refundCredit(
  actor: Actor,
  familyId: string,
  refund: GivenRefund,
): { ok: true } | RefundRefused {
  return transact(() => {
    const made = madeByForm(actor, refund.formKey)
    const making = [familyId, refund.amountMinor, refund.method, refund.refundedOn].join(" ")
    if (made) return made === making ? { ok: true } : { ok: false, reason: "sent-before" }
    if (isClosed(actor, refund.refundedOn)) return { ok: false, reason: "closed" }
    const family = find(actor, families, familyId)
    if (!family) return { ok: false, reason: "no-family" }
    const spare = listSpare(actor, familyId)
    const since = dayOfCredit(spare, refund.amountMinor)
    if (refund.refundedOn > laterOf(entryDay(actor), since ?? ""))
      return { ok: false, reason: "refunded-in-the-future" }
    if (since === undefined) return { ok: false, reason: "more-than-left" }
    if (refund.refundedOn < since) return { ok: false, reason: "before-credit", since }
    const used = share(
      refund.amountMinor,
      spare
        .filter(({ cameOn }) => cameOn <= refund.refundedOn)
        .map(({ source, payerId, spareMinor }) => ({ source, payerId, openMinor: spareMinor })),
    )
    const { formKey, ...facts } = refund
    for (const { source, amountMinor } of used)
      writeRefund(actor, source, { familyId, kind: "refund", ...facts, amountMinor, parts: [] })
    rememberForm(actor, formKey, making)
    recordEvent(actor, "family.refund-credit", familyId, {
      after: { amountMinor: refund.amountMinor, method: refund.method, reason: refund.reason },
    })
    tellOfCredit(actor, familyId, used, { ...facts, currency: actor.school.currency })
    return { ok: true }
  })
}

/** The first day on which so much of the account credit was there; undefined when it is less. */
function dayOfCredit(spare: readonly Spare[], amountMinor: number): string | undefined {
  let minor = 0
  const inOrder = [...spare].sort((one, other) => one.cameOn.localeCompare(other.cameOn))
  return inOrder.find(({ spareMinor }) => {
    minor += spareMinor
    return minor >= amountMinor
  })?.cameOn
}
