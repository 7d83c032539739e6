import { payments, refundOrders } from "db/schema/money-payments"
import { and, eq, inArray, isNull, or } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, select } from "~/models/foundation/access/door.server"
import { newRow, own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { ProviderName } from "~/providers/payment-provider"
import { formatMoney } from "~/utils/money"
import { providerLabels } from "../payment-provider/payment-provider"
import type { Payee } from "../payment-provider/payment-provider.server"

// A refund that the provider keeps pending, such as one to a bank account, takes days. Until it says how it ended, its amount is
// held back, whoever asked for it: the office here, or someone in the school's account there.

type Pending = { paymentId: string; providerReference: string; amountMinor: number } & Payee

/** Follows a refund that was made at the provider and is pending there, in the caller's transaction; one that is known stays as it is. */
export function keepPendingRefund(
  actor: Actor,
  { paymentId, providerReference, amountMinor, provider, payeeEmail }: Pending,
) {
  const known = select({ id: refundOrders.id })
    .from(refundOrders)
    .where(
      and(
        own(actor, refundOrders),
        eq(refundOrders.paymentId, paymentId),
        or(
          eq(refundOrders.providerReference, providerReference),
          // Ours, whose answer is still on its way.
          and(
            inArray(refundOrders.state, ["created", "pending"]),
            isNull(refundOrders.providerReference),
            eq(refundOrders.amountMinor, amountMinor),
          ),
        ),
      ),
    )
    .limit(1)
    .get()
  if (known) return
  const payment = ownRows(actor, payments, ["currency"]).where(eq(payments.id, paymentId)).get()
  if (!payment) return
  const reason = `Refunded in ${providerLabels[provider]}`
  holdRefund(actor, { paymentId, amountMinor, ...payment, provider, payeeEmail, reason, providerReference })
}

/** The refunds of a payment that the provider keeps pending. */
export const listPendingRefunds = (actor: Actor, paymentId: string) =>
  ownRows(actor, refundOrders)
    .where(and(eq(refundOrders.paymentId, paymentId), eq(refundOrders.state, "pending")))
    .all()

/** Tells the office that a refund isn't made after all, in the caller's transaction. */
export function tellRefundFailed(
  actor: Actor,
  {
    paymentId,
    amountMinor,
    reason,
    provider,
  }: { paymentId: string; amountMinor: number; reason: string; provider: ProviderName },
) {
  const payment = find(actor, payments, paymentId)
  if (!payment) return
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "refund-failed",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        name,
        amount: formatMoney(amountMinor, payment.currency, actor.school),
        payerName: payment.payerName,
        reason,
        paymentId,
        provider: providerLabels[provider],
      },
    })
}

type Held = {
  paymentId: string
  amountMinor: number
  /** The payment's. */
  currency: string
  provider: ProviderName
  payeeEmail: string
  reason: string
  /** The provider's ID of a refund that it keeps pending; without one it is yet to be asked. */
  providerReference?: string
}

/** Writes down a refund through the provider, in the caller's transaction: from now on its amount is held. Answers its id. */
export function holdRefund(actor: Actor, { providerReference, ...facts }: Held): string {
  const row = newRow(actor)
  const state = providerReference === undefined ? "created" : "pending"
  add(actor, refundOrders, {
    ...row,
    ...facts,
    providerReference,
    state,
    memberId: actor.memberId,
    updatedAt: row.createdAt,
  })
  return row.id
}
