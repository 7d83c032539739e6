import { schoolActor } from "~/models/foundation/access/actor.server"
import { listOrdersToAskAbout, recordCheck } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { carryOutRefund, listRefundsToAskAbout } from "~/models/money/refund-order/refund-order.server"

/**
 * Asks the provider about every payment that may have been approved or taken while no one came back, and every refund
 * that wasn't answered, and finishes it.
 * Stops at the first call the provider does not answer; the coming turn asks again.
 */
export async function reconcilePaymentOrders() {
  for (const order of listOrdersToAskAbout()) {
    const actor = schoolActor(order.schoolId)
    if (!actor) continue
    recordCheck(order)
    const { state } = await settlePayment(actor, order)
    if (state === "unreachable") return
  }
  for (const { schoolId, id } of listRefundsToAskAbout()) {
    const actor = schoolActor(schoolId)
    if (actor) await carryOutRefund(actor, id)
  }
}
