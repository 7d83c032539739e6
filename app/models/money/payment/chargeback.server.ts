import { transact } from "db/client.server"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ChargebackRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { payerIdOf } from "../payer/payer-key.server"
import { listOpenInvoices, type Part, settle, share } from "./allocate.server"
import { leftAtProvider, leftOf, notBefore, recordRefund, tellOffice, writeTaken } from "./refund.server"
import { creditPayerOf, spendSpareCredit } from "./spare-credit.server"

// A chargeback is what the payer's bank or the provider took back of a payment. It is recorded whole, whatever the school had
// refunded by then, so a payment can end below zero. Won, the money is the payment's again: a row of its own, below zero,
// and never a payment that didn't come.

const listChargebacks = (actor: Actor, paymentId: string) =>
  ownRows(actor, refunds, ["id", "kind", "amountMinor", "providerReference", "wonOf", "refundedAt"])
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.kind, ["reversal", "won"]), isOfChargeback))
    .orderBy(asc(refunds.refundedAt), asc(refunds.id))
    .all()

/** Not a refund that the payer's bank returned, which has the same kind. */
const isOfChargeback = sql`not exists (select 1 from refunds o
  where o.school_id = refunds.school_id and o.id = refunds.won_of and o.kind = 'refund')`

type Chargeback = ReturnType<typeof listChargebacks>[number]

const sum = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

const standingOf = (rows: readonly Chargeback[]) =>
  rows.filter(({ kind, id }) => kind === "reversal" && !rows.some(({ wonOf }) => wonOf === id))

/** What only the office said of chargebacks. */
const byHand = ({ providerReference }: Chargeback) => providerReference === null

const wonByHand = (rows: readonly Chargeback[]) => 0 - sum(rows.filter(byHand))

/** What the bank has of a payment now, and how much of it the office said was won; minor units. */
export function findChargeback(actor: Actor, paymentId: string) {
  const rows = listChargebacks(actor, paymentId)
  return { standingMinor: sum(standingOf(rows)), wonByHandMinor: wonByHand(rows) }
}

type Taken = {
  paymentId: string
  captureId: string
  takenMinor: number
  /** When the provider said in a message of its own that money was taken back, UTC ms. */
  lostAt?: number
}

/**
 * Takes over what the bank has of a payment by the provider's word, each change once: more is a chargeback, less one that
 * was won. What the office said was won isn't taken back for the provider's old word, only for a later message of the loss.
 */
export function followChargeback(
  actor: Actor,
  { paymentId, captureId, takenMinor, lostAt }: Taken,
): Result<{ isNew: boolean }, "no-payment" | "more-than-paid"> {
  return transact(() => {
    const rows = () => listChargebacks(actor, paymentId)
    const isLost = isLater(rows(), lostAt) && loseAgain(actor, paymentId, takenMinor)
    const isWon = takenMinor < sum(rows()) && winChargeback(actor, paymentId, "provider").ok
    const saidMinor = isWon ? 0 : Math.max(0, wonByHand(rows()))
    const amountMinor = takenMinor - sum(rows()) - saidMinor
    if (amountMinor <= 0) return { ok: true, isNew: isWon || isLost }
    const times = rows().filter((row) => !byHand(row)).length
    return recordRefund(actor, {
      paymentId,
      kind: "reversal",
      amountMinor,
      providerReference: `${captureId}:reversed${times > 0 ? `-${times + 1}` : ""}`,
    })
  })
}

/** Whether the provider's message came after the office had said that a chargeback was won. Their times are in seconds. */
function isLater(rows: readonly Chargeback[], lostAt: number | undefined): boolean {
  const wonAt = Math.max(...rows.filter((row) => byHand(row) && row.kind === "won").map(timeOf))
  return lostAt !== undefined && Math.floor(lostAt / 1000) >= Math.floor(wonAt / 1000)
}
const timeOf = ({ refundedAt }: Chargeback) => refundedAt

/** The bank has again what the office had said was won, as far as the provider says that it has it. */
function loseAgain(actor: Actor, paymentId: string, takenMinor: number): boolean {
  const payment = findRow(actor, paymentId)
  if (!payment) return false
  const rows = listChargebacks(actor, paymentId)
  const mostMinor = Math.min(takenMinor - sum(rows), leftAtProvider(actor, payment))
  const amountMinor = Math.min(wonByHand(rows), mostMinor)
  if (amountMinor <= 0) return false
  const taken = writeTaken(actor, payment, { kind: "reversal", amountMinor, reason: null })
  tellOffice(actor, { kind: "reversal", amountMinor, payerName: payment.payerName, ...taken, paymentId })
  return true
}

const findRow = (actor: Actor, paymentId: string) => find(actor, payments, paymentId)

/**
 * The school has won what the bank took back: the payment has that money again. It goes back onto the invoices that it was
 * taken off, the last one first, as far as they are still due, then onto what else is due of its payer or of no payer by name;
 * the rest is account credit. Said twice, it is won once.
 * @param by the office, or the provider, of which the office is then told by email
 */
export function winChargeback(
  actor: Actor,
  paymentId: string,
  by: "office" | "provider",
): Result<{ amountMinor: number; numbers: string[] }, ChargebackRefusal> {
  return transact(() => {
    const payment = findRow(actor, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const standing = standingOf(listChargebacks(actor, paymentId))
    if (standing.length === 0) return { ok: false, reason: "no-chargeback" }
    for (const { id, amountMinor, providerReference } of standing)
      add(actor, refunds, {
        paymentId,
        familyId: payment.familyId,
        kind: "won",
        method: payment.method,
        amountMinor: -amountMinor,
        currency: payment.currency,
        refundedOn: notBefore(actor, payment),
        refundedAt: now(),
        providerReference: by === "provider" ? `${providerReference ?? id}:won` : null,
        wonOf: id,
        recordedBy: actor.memberId,
      })
    const amountMinor = sum(standing)
    const parts = putBack(actor, payment, amountMinor)
    const paid = [...parts, ...spendRest(actor, payment, amountMinor - sum(parts))]
    const numbers = [...new Set(paid.flatMap(({ number }) => number ?? []))]
    recordEvent(actor, "payment.win-chargeback", paymentId, { after: { amountMinor, invoices: numbers } })
    if (by === "provider")
      tellOffice(actor, { kind: "won", amountMinor, payerName: payment.payerName, numbers, paymentId })
    return { ok: true, amountMinor, numbers }
  })
}

/**
 * A refund that the provider reported as made and that didn't reach its payer: the school has that money of the payment again, by
 * an entry of its own below zero. It goes back onto the invoices it was taken off, as far as they are still due; the rest is
 * account credit until it is refunded another way. The office is told by email. Said twice, it is taken back once.
 */
export function returnRefund(actor: Actor, paymentId: string, providerReference: string): boolean {
  return transact(() => {
    const payment = findRow(actor, paymentId)
    const refund = ownRows(actor, refunds)
      .where(
        and(
          eq(refunds.paymentId, paymentId),
          eq(refunds.kind, "refund"),
          eq(refunds.providerReference, providerReference),
        ),
      )
      .get()
    const known = refund && ownRows(actor, refunds, ["id"]).where(eq(refunds.wonOf, refund.id)).get()
    if (!payment || !refund || known) return false
    const { id, method, familyId, currency, amountMinor } = refund
    add(actor, refunds, {
      paymentId,
      familyId,
      kind: "won",
      method,
      amountMinor: -amountMinor,
      currency,
      refundedOn: notBefore(actor, payment),
      refundedAt: now(),
      providerReference: `${providerReference}:returned`,
      wonOf: id,
      recordedBy: null,
    })
    const numbers = putBack(actor, payment, amountMinor).flatMap(({ number }) => number ?? [])
    recordEvent(actor, "payment.return-refund", paymentId, { after: { amountMinor, invoices: numbers } })
    tellOffice(actor, { kind: "returned", amountMinor, payerName: payment.payerName, numbers, paymentId })
    return true
  })
}

/** Takes back that the office said a chargeback was won: the bank has the money after all. */
export function unwinChargeback(
  actor: Actor,
  paymentId: string,
): Result<{ amountMinor: number }, ChargebackRefusal> {
  return transact(() => {
    const payment = findRow(actor, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const amountMinor = findChargeback(actor, paymentId).wonByHandMinor
    if (amountMinor <= 0) return { ok: false, reason: "not-won" }
    if (amountMinor > leftAtProvider(actor, payment)) return { ok: false, reason: "refunded-since" }
    writeTaken(actor, payment, { kind: "reversal", amountMinor, reason: null })
    return { ok: true, amountMinor }
  })
}

/** Puts money of a payment on the invoices that it was taken off. */
function putBack(
  actor: Actor,
  payment: { id: string; familyId: string; amountMinor: number },
  amountMinor: number,
): Part[] {
  const left = leftOf(actor, payment)
  const touched = listTakenOff(actor, payment.id)
  const open = new Map(
    listOpenInvoices(actor, payment.familyId, [...touched.keys()]).map((each) => [each.invoiceId, each]),
  )
  const parts = share(
    Math.max(0, Math.min(amountMinor, left.spareMinor - left.heldMinor)),
    [...touched].flatMap(([invoiceId, takenMinor]) => {
      const invoice = open.get(invoiceId)
      return invoice
        ? [{ invoiceId, number: invoice.number, openMinor: Math.min(takenMinor, invoice.openMinor) }]
        : []
    }),
  )
  for (const part of parts) settle(actor, { paymentId: payment.id }, part.invoiceId, part.amountMinor)
  return parts
}

/** Pays what else its payer has due, or the family together, with what is left of a payment and no other credit, the oldest due first. */
function spendRest(
  actor: Actor,
  { id: paymentId, familyId, ...payment }: typeof payments.$inferSelect,
  restMinor: number,
): { number: string | null }[] {
  const payer = creditPayerOf(actor, familyId, payerIdOf(payment))
  const open = listOpenInvoices(actor, familyId).filter(
    ({ payerId }) => payerId === null || payerId === payer,
  )
  let left = restMinor
  return open.flatMap(({ invoiceId, number, openMinor }) => {
    const totalMinor = Math.min(left, openMinor)
    const target = { familyId, invoiceId, totalMinor, paymentId }
    const usedMinor = totalMinor > 0 ? spendSpareCredit(actor, target) : 0
    left -= usedMinor
    return usedMinor > 0 ? [{ number }] : []
  })
}

/** What was taken off each invoice of a payment, the last one first; minor units. */
function listTakenOff(actor: Actor, paymentId: string): Map<string, number> {
  const rows = ownRows(actor, allocations, {
    invoiceId: allocations.invoiceId,
    takenMinor: sql<number>`-sum(${allocations.amountMinor})`,
  })
    .where(and(eq(allocations.paymentId, paymentId), lt(allocations.amountMinor, 0)))
    .groupBy(allocations.invoiceId)
    .orderBy(desc(sql`max(${allocations.createdAt})`), desc(sql`max(${allocations.id})`))
    .all()
  return new Map(rows.map(({ invoiceId, takenMinor }) => [invoiceId, takenMinor]))
}
