import { emails } from "db/schema/foundation-mail"
import { payments } from "db/schema/money-payments"
import { and, between, eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, ownRows } from "~/models/foundation/access/door.server"
import { isMailHeld, takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { findPayerContact, payerIdOf } from "../payer/payer-key.server"
import { type PaymentMethod, paidWithText, referenceLabel } from "./payment"

type Paid = {
  payerName: string
  amountMinor: number
  method: PaymentMethod
  receivedOn: string
  paidWith?: string | null
  providerReference?: string | null
}

type Receipt = {
  recipient: string | null
  recipientName: string
  number: string | null
  /** What no invoice used, and how much of that made up for what was owed on none; minor units. */
  besideMinor: number
  madeUpMinor: number
}

/** A receipt for a transfer that the office records waits, so that one recorded for the wrong family is taken back unread. */
const receiptKey = (paymentId: string) => `receipt ${paymentId}`

/** Emails a payer what their payment was for, in the caller's transaction. */
export function sendReceipt(
  actor: Actor,
  payment: Paid & { id: string },
  { recipient, recipientName, number, besideMinor, madeUpMinor }: Receipt,
) {
  if (!recipient) return
  const amount = (minor: number) => formatMoney(minor, actor.school.currency, actor.school)
  const mail = {
    template: "payment-receipt" as const,
    schoolId: actor.school.id,
    recipient,
    data: {
      schoolName: actor.school.name,
      recipientName,
      amount: amount(payment.amountMinor),
      number,
      beside: {
        owed: madeUpMinor > 0 ? amount(madeUpMinor) : null,
        credit: besideMinor > madeUpMinor ? amount(besideMinor - madeUpMinor) : null,
      },
      method: paidWithText(payment),
      receivedOn: formatDate(payment.receivedOn, "full", actor.school),
      reference: payment.providerReference ?? null,
      referenceLabel: referenceLabel(payment.method),
    },
  }
  const isHeld = payment.method === "transfer"
  queueMail(isHeld ? { ...mail, heldFor: receiptKey(payment.id), dueAt: now() + heldMs } : mail)
}

/** Whether the receipt for a payment waits: taking the payment back then takes the receipt back, too. */
export const isReceiptHeld = (actor: Actor, paymentId: string): boolean =>
  isMailHeld(actor.school.id, receiptKey(paymentId))

/** Takes back a receipt that hasn't left. True when no one reads of the payment. */
export const recallReceipt = (actor: Actor, paymentId: string): boolean =>
  takeMailBack(actor.school.id, receiptKey(paymentId)) > 0

/** Whether the email with a receipt leaves for someone who has just paid. */
export const reachOfReceipt = (actor: Actor, payer: { name: string; email: string | null }) =>
  reachOf({ template: "payment-receipt", schoolId: actor.school.id }, [payer])

/** The receipt is queued in the payment's own transaction. */
const sameTransactionMs = 10_000

/** Whether a receipt for this payment was emailed: of one entered by hand none is. */
export function hasReceipt(actor: Actor, paymentId: string): boolean {
  const payment = ownRows(actor, payments, ["payerName", "receivedAt", "guardianId", "outsidePayerId"])
    .where(eq(payments.id, paymentId))
    .get()
  if (!payment) return false
  const { payerName, receivedAt } = payment
  const payer = findPayerContact(actor, payerIdOf(payment))
  return hasRow(
    actor,
    emails,
    and(
      between(emails.createdAt, receivedAt, receivedAt + sameTransactionMs),
      eq(emails.template, "payment-receipt"),
      inArray(emails.state, ["queued", "gathered", "sent"]),
      sql`json_extract(${emails.data}, '$.recipientName') in (${payerName}, ${payer?.name ?? payerName})`,
    ),
  )
}
