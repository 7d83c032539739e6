import { payments, refunds } from "db/schema/money-payments"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import type { PaymentMethod } from "./payment"

// A form that was sent before and comes again, as by the browser's Back, may say something else by now. That isn't the
// same form sent twice: whoever sent it must not read that it was recorded.

/** Whether a payment that a form made is the one that it says now. */
export function isSamePayment(
  actor: Actor,
  paymentId: string,
  said: { amountMinor: number; method: PaymentMethod; receivedOn: string; payerName: string },
): boolean {
  const found = ownRows(actor, payments, ["id"])
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.amountMinor, said.amountMinor),
        eq(payments.method, said.method),
        eq(payments.receivedOn, said.receivedOn),
        eq(payments.payerName, said.payerName),
      ),
    )
    .get()
  return found !== undefined
}

/** Whether a refund that a form made is the one that it says now. */
export function isSameRefund(
  actor: Actor,
  refundId: string,
  said: { amountMinor: number; method: PaymentMethod; refundedOn: string },
): boolean {
  const found = ownRows(actor, refunds, ["id"])
    .where(
      and(
        eq(refunds.id, refundId),
        eq(refunds.amountMinor, said.amountMinor),
        eq(refunds.method, said.method),
        eq(refunds.refundedOn, said.refundedOn),
      ),
    )
    .get()
  return found !== undefined
}
