import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { Result } from "~/utils/result"
import type { PaymentMethod } from "./payment"

// A reference says that money is the same: a provider's payment, a bank's number, what a transfer says. It is recorded once in a
// school, so that a message that comes twice, or a statement that two people enter, isn't counted twice. A check's number is its
// family's own: every bank numbers its customers' checks, so those of two families are often equal.

/** What a payment is for. */
export type PaidFor =
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
type Repeated = Result<{ paymentId: string; creditMinor: number }, "duplicate-reference" | "duplicate-check">

/** What a payment answers whose reference is recorded already: the earlier one where it is the same, else a refusal. */
export function findRepeated(actor: Actor, payment: Said): Repeated | undefined {
  const { method, providerReference: reference } = payment
  if (!reference) return undefined
  const earlier =
    method === "check" ? findCheck(actor, reference, payment) : findByReference(actor, reference)
  if (!earlier) return undefined
  if (isSame(earlier, payment)) return { ok: true, paymentId: earlier.id, creditMinor: 0 }
  return { ok: false, reason: method === "check" ? "duplicate-check" : "duplicate-reference" }
}

/** A reversed payment no longer counts: its reference may be used again. */
const findStanding = (actor: Actor, ...which: SQL[]): StoredPayment | undefined =>
  select()
    .from(payments)
    .where(and(own(actor, payments), isNull(payments.reversedAt), ...which))
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
  const invoice = select({ familyId: invoices.familyId })
    .from(invoices)
    .where(own(actor, invoices, invoiceId))
    .get()
  return invoice?.familyId ?? ""
}

/** A provider's reference is its payment's own; of those that people write down, only the same payer's on the same day is a repeat. */
function isSame(earlier: StoredPayment, payment: Said): boolean {
  const isPayers =
    payment.hasArrived ||
    (earlier.receivedOn === payment.receivedOn &&
      earlier.payerName === payment.payerName &&
      (!("familyId" in payment) || earlier.familyId === payment.familyId))
  return isPayers && earlier.amountMinor === payment.amountMinor && earlier.method === payment.method
}
