import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { outsidePayers } from "db/schema/payers"
import { families, guardians } from "db/schema/people"
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import type { PaymentRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { entryDay, isClosed, openDay } from "../closing/closing.server"
import { payerColumns, payerIdOf, payerOf } from "../payer/payer-key.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { byInvoice, isEachOpen, listOpenClaims, owedBy, settle, share } from "./allocate.server"
import { findChargeback } from "./chargeback.server"
import { openAmount } from "./open-amount.server"
import { isFarAbove, type PaymentMethod } from "./payment"
import { leftOf, listRefunds } from "./refund.server"
import { sendReceipt } from "./send-receipt.server"
import { isSamePayment } from "./sent-before.server"
import { madeUpBy } from "./spare-credit.server"

// A reference says that money is the same: a provider's payment, a bank's number, what a transfer says. It is recorded once in a
// school, so that a message that comes twice, or a statement that two people enter, isn't counted twice. A check's number is its
// family's own: every bank numbers its customers' checks, so those of two families are often equal.

/** What a payment is for. */
type PaidFor =
  | { invoiceId: string }
  | { familyId: string; invoiceIds?: readonly string[] }
  /** Several invoices of one family, and how much of it is for each; with none, it is account credit of the family named. */
  | { parts: readonly { invoiceId: string; amountMinor: number }[]; besideOfFamily?: string | null }

type Said = {
  amountMinor: number
  method: PaymentMethod
  receivedOn: string
  payerName: string
  providerReference?: string | null
  hasArrived?: boolean
} & PaidFor

type StoredPayment = typeof payments.$inferSelect
type Recorded = { paymentId: string; creditMinor: number; madeUpMinor: number }
type Repeated = Result<Recorded, "duplicate-reference" | "duplicate-check">

/** What a payment answers whose reference is recorded already: the earlier one where it is the same, else a refusal. */
function findRepeated(actor: Actor, payment: Said): Repeated | undefined {
  const { method, providerReference: reference } = payment
  if (!reference) return undefined
  const earlier =
    method === "check" ? findCheck(actor, reference, payment) : findByReference(actor, reference)
  if (!earlier) return undefined
  if (isSame(earlier, payment)) return { ok: true, paymentId: earlier.id, creditMinor: 0, madeUpMinor: 0 }
  return { ok: false, reason: method === "check" ? "duplicate-check" : "duplicate-reference" }
}

/** A reversed payment no longer counts: its reference may be used again. */
const findStanding = (actor: Actor, ...which: SQL[]): StoredPayment | undefined =>
  ownRows(actor, payments)
    .where(and(isNull(payments.reversedAt), ...which))
    .get()

const findByReference = (actor: Actor, reference: string) =>
  findStanding(actor, eq(payments.providerReference, reference), ne(payments.method, "check"))

/** Among the family's payments, of which there are few, not by the number: all of a school's families may have it. */
const findCheck = (actor: Actor, number: string, payment: Said) =>
  findStanding(
    actor,
    eq(payments.familyId, familyOf(actor, payment)),
    sql`+${payments.providerReference} = ${number}`,
    eq(payments.method, "check"),
  )

/** The family that a payment is for; empty where there is none. */
function familyOf(actor: Actor, payment: Said): string {
  if ("familyId" in payment) return payment.familyId
  const invoiceId = "invoiceId" in payment ? payment.invoiceId : payment.parts[0]?.invoiceId
  if (!invoiceId) return ("parts" in payment && payment.besideOfFamily) || ""
  const invoice = find(actor, invoices, invoiceId)
  return invoice?.familyId ?? ""
}

/** A provider's reference is its payment's own; of those that people write down, only the same payer's on the same day is a repeat. */
function isSame(earlier: StoredPayment, payment: Said): boolean {
  const isPayers =
    payment.hasArrived ||
    (earlier.receivedOn === payment.receivedOn &&
      earlier.payerName === payment.payerName &&
      (!("familyId" in payment) || earlier.familyId === payment.familyId))
  const isMethod = payment.hasArrived || earlier.method === payment.method
  return isPayers && earlier.amountMinor === payment.amountMinor && isMethod
}

// A payment is never edited. A reference is recorded once, and an invoice never gets more than its open amount.

export type NewPayment = {
  /** Integer minor units of the school's currency, more than 0. */
  amountMinor: number
  method: PaymentMethod
  /** `YYYY-MM-DD` in the school's zone; `entryDay` at most. */
  receivedOn: string
  payerName: string
  payerId?: string | null
  /** The provider's id of the capture, or what people write down: a second call with it answers the first payment. */
  providerReference?: string | null
  /** What it was paid with, as the provider says. */
  paidWith?: string | null
  note?: string | null
  /** Where the receipt goes; the guardian's address unless given. */
  receiptTo?: string | null
  /** The money has arrived at the provider already, so it is recorded even when its invoice was voided in the meantime. */
  hasArrived?: boolean
  /** The key of the form: sent twice, it is recorded once. */
  formKey?: string | null
  /** Refuses a payment that looks like one recorded already. */
  refuseTwin?: boolean
  /** Refuses a payment of far more than the family owes. */
  refuseExcess?: boolean
} & PaidFor

/**
 * Records a payment for one invoice, for several by their parts, for chosen ones of a family, or for its open invoices,
 * oldest due first. What is more than open makes up for what is owed on no invoice, and is account credit. One transaction with its allocations, receipt mail and audit
 * entry.
 */
export function recordPayment(actor: Actor, payment: NewPayment): Result<Recorded, PaymentRefusal> {
  if (!Number.isSafeInteger(payment.amountMinor) || payment.amountMinor <= 0)
    throw new RangeError(`A payment is a positive amount of minor units, not ${payment.amountMinor}`)
  return transact(() => {
    const made = madeByForm(actor, payment.formKey)
    if (made)
      return isSamePayment(actor, made, payment)
        ? { ok: true, paymentId: made, creditMinor: 0, madeUpMinor: 0 }
        : { ok: false, reason: "sent-before" }
    const repeated = findRepeated(actor, payment)
    if (repeated) return repeated
    if (payment.receivedOn > entryDay(actor)) return { ok: false, reason: "received-in-the-future" }
    // Money that has arrived is recorded in any case: in the open part of the books.
    const receivedOn = payment.hasArrived ? openDay(actor, payment.receivedOn) : payment.receivedOn
    if (isClosed(actor, receivedOn)) return { ok: false, reason: "closed" }
    const target = targetOf(actor, payment)
    if (!target.ok) return target
    const guardian = findPayer(actor, target.familyId, payment)
    if (payment.refuseTwin && hasTwin(actor, target.familyId, payment)) return { ok: false, reason: "twin" }
    if (payment.refuseExcess && isFarAbove(payment.amountMinor, owedBy(actor, target.familyId)))
      return { ok: false, reason: "more-than-owed" }
    const isUnchosen = "familyId" in payment && !payment.invoiceIds?.length
    const open = isUnchosen ? ownOpen(target.open, guardian?.id) : target.open
    const parts = byInvoice(share(payment.amountMinor, open))
    const besideMinor = parts.reduce((left, part) => left - part.amountMinor, payment.amountMinor)

    const id = add(actor, payments, {
      familyId: target.familyId,
      ...payerColumns(actor, guardian?.id ?? target.payerId),
      method: payment.method,
      amountMinor: payment.amountMinor,
      currency: actor.school.currency,
      receivedOn,
      receivedAt: now(),
      payerName: payment.payerName,
      providerReference: payment.providerReference ?? null,
      paidWith: payment.paidWith ?? null,
      note: payment.note ?? null,
      recordedBy: actor.memberId,
    })
    for (const { invoiceId, amountMinor } of parts) settle(actor, { paymentId: id }, invoiceId, amountMinor)
    const madeUpMinor = besideMinor > 0 ? madeUpBy(actor, target.familyId, id) : 0
    // A bank names who sent money in ways of its own, such as "Wolf, Thomas": whom we write to is greeted as we know them.
    const reader = payment.payerId ? guardian : undefined
    sendReceipt(
      actor,
      { ...payment, id },
      {
        recipient: payment.receiptTo ?? reader?.email ?? null,
        recipientName: reader?.name ?? payment.payerName,
        number: parts.map(({ number }) => number).join(", ") || null,
        besideMinor,
        madeUpMinor,
      },
    )
    rememberForm(actor, payment.formKey, id)
    recordEvent(actor, "payment.record", id, {
      after: {
        amountMinor: payment.amountMinor,
        method: payment.method,
        payerName: payment.payerName,
        invoices: parts.map(({ number }) => number),
      },
    })
    return { ok: true, paymentId: id, creditMinor: besideMinor - madeUpMinor, madeUpMinor }
  })
}

type Open = { invoiceId: string; number: string | null; openMinor: number; payerId?: string | null }
/** With the only payer of the invoices, where payers have their own: a payment is theirs whoever sent it. */
type Target = Result<
  { familyId: string; number: string | null; open: Open[]; payerId?: string | null },
  PaymentRefusal
>

function invoiceTarget(actor: Actor, invoiceId: string, hasArrived = false): Target {
  const invoice = ownRows(actor, invoices, {
    familyId: invoices.familyId,
    state: invoices.state,
    invoiceId: invoices.id,
    number: invoices.number,
    payerId: payerOf(invoices),
    openMinor: openAmount,
  })
    .where(eq(invoices.id, invoiceId))
    .get()
  if (!invoice) return { ok: false, reason: "no-invoice" }
  if (invoice.state === "draft") return { ok: false, reason: "not-issued" }
  if (invoice.state === "void" && !hasArrived) return { ok: false, reason: "void" }
  const { familyId, number, payerId } = invoice
  return { ok: true, familyId, number, open: [invoice], payerId }
}

/** Several invoices of one family: of each at most its part is open. */
function partsTarget(
  actor: Actor,
  parts: readonly { invoiceId: string; amountMinor: number }[],
  hasArrived?: boolean,
): Target {
  const open: Open[] = []
  const payers = new Set<string | null>()
  let familyId: string | undefined
  // One that is named twice is open once.
  const ofInvoice = new Map<string, number>()
  for (const { invoiceId, amountMinor } of parts)
    ofInvoice.set(invoiceId, (ofInvoice.get(invoiceId) ?? 0) + amountMinor)
  for (const [invoiceId, amountMinor] of ofInvoice) {
    const target = invoiceTarget(actor, invoiceId, hasArrived)
    if (!target.ok) return target
    if (familyId !== undefined && familyId !== target.familyId) return { ok: false, reason: "no-invoice" }
    familyId = target.familyId
    payers.add(target.payerId ?? null)
    open.push(...target.open.map((each) => ({ ...each, openMinor: Math.min(each.openMinor, amountMinor) })))
  }
  if (familyId === undefined) return { ok: false, reason: "no-invoice" }
  const [payerId = null] = payers.size === 1 ? payers : []
  return { ok: true, familyId, number: open.map(({ number }) => number).join(", "), open, payerId }
}

function targetOf(actor: Actor, payment: NewPayment): Target {
  if ("parts" in payment && payment.parts.length > 0)
    return partsTarget(actor, payment.parts, payment.hasArrived)
  if ("invoiceId" in payment) return invoiceTarget(actor, payment.invoiceId, payment.hasArrived)
  const familyId = "parts" in payment ? (payment.besideOfFamily ?? "") : payment.familyId
  const family = find(actor, families, familyId)
  if (!family) return { ok: false, reason: "no-family" }
  if (isSample(actor, "family", family.id)) return { ok: false, reason: "sample" }
  if ("parts" in payment) return { ok: true, familyId, number: null, open: [] }
  const chosen = payment.invoiceIds?.length ? payment.invoiceIds : undefined
  const open = listOpenClaims(actor, family.id, chosen)
  if (chosen && !isEachOpen(chosen, open)) return { ok: false, reason: "chosen-settled" }
  return { ok: true, familyId: family.id, number: null, open }
}

/** The same payer, amount and day again: most likely entered twice. */
function hasTwin(
  actor: Actor,
  familyId: string,
  { amountMinor, receivedOn, payerName }: NewPayment,
): boolean {
  return ownRows(actor, payments, ["payerName"])
    .where(
      and(
        eq(payments.familyId, familyId),
        eq(payments.amountMinor, amountMinor),
        eq(payments.receivedOn, receivedOn),
        eq(payments.isOpening, false),
        isNull(payments.reversedAt),
      ),
    )
    .all()
    .some((twin) => twin.payerName.toLowerCase() === payerName.toLowerCase())
}

// Who a payment is from, and which invoices it may settle when it names none.

/** Who paid: the payer named by id, else the one of that name, so that the payment counts for their share. */
function findPayer(
  actor: Actor,
  familyId: string,
  { payerId, payerName }: { payerId?: string | null; payerName: string },
) {
  const rows = ownRows(actor, guardians, {
    id: guardians.id,
    email: sql<string | null>`coalesce(${guardians.billingEmail}, ${guardians.email})`,
    name: guardians.name,
  })
    .where(eq(guardians.familyId, familyId))
    .all()
  const others = ownRows(actor, outsidePayers, ["id", "email", "name"])
    .where(eq(outsidePayers.familyId, familyId))
    .all()
  const all = [...rows, ...others]
  if (payerId) return all.find(({ id }) => id === payerId)
  const named = all.filter(({ name }) => name.toLowerCase() === payerName.trim().toLowerCase())
  return named.length === 1 ? named[0] : undefined
}

/** What a payer sends without naming an invoice pays their own ones and the family's, not another payer's. */
export function ownOpen<Open extends { payerId?: string | null }>(
  open: readonly Open[],
  payerId: string | undefined,
): Open[] {
  if (!payerId || !open.some((each) => each.payerId)) return [...open]
  return open.filter((each) => !each.payerId || each.payerId === payerId)
}

/** One payment of the school with the invoices it settles, or undefined. `spareMinor` settles none. */
export function findPayment(actor: Actor, paymentId: string) {
  const payment = find(actor, payments, paymentId)
  if (!payment) return undefined
  const { schoolId: _, recordedBy: _by, ...facts } = payment
  const { parts, spareMinor, totalMinor, heldMinor } = leftOf(actor, payment)
  return {
    ...facts,
    payerId: payerIdOf(payment),
    reversedOn: payment.reversedAt === null ? null : localDate(payment.reversedAt, actor.school.timeZone),
    allocations: [...parts].reverse(),
    refunds: listRefunds(actor, paymentId)
      .filter(({ kind }) => kind !== "mistake")
      .map(({ providerReference: _reference, ...refund }) => refund),
    spareMinor: Math.max(0, spareMinor),
    /** What of that makes up for what the family owed on no invoice: no credit of theirs. */
    madeUpMinor: spareMinor > 0 ? madeUpBy(actor, payment.familyId, paymentId) : 0,
    /** What may still be refunded: what waits for the provider is not in it. */
    refundableMinor: Math.max(0, totalMinor - heldMinor),
    heldMinor,
    /** What is gone beyond the payment: the bank took back what had been refunded another way. */
    owedMinor: Math.max(0, -totalMinor),
    chargeback: findChargeback(actor, paymentId),
  }
}
