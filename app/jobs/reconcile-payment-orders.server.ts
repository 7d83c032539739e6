import { listChargesUnderWay } from "~/models/money/auto-pay/announce-charges.server"
import { carryOutCharge } from "~/models/money/auto-pay/carry-out-charge.server"
import { listMethodsToAskAbout } from "~/models/money/auto-pay/find-methods.server"
import { setCharge } from "~/models/money/auto-pay/follow-charge.server"
import { recordAsked, settleSaving } from "~/models/money/auto-pay/save-account.server"
import { paidToAskAboutQuery } from "~/models/money/payment-order/paid-orders.server"
import { listOrdersToAskAbout, recordCheck } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import {
  makeRefund,
  settleFromOrder,
  settleRefunds,
} from "~/models/money/payment-order/settle-refunds.server"
import { listRefundsToAskAbout } from "~/models/money/refund-order/refund-order.server"
import type { ProviderName } from "~/providers/payment-provider"
import { platformWay } from "~/utils/payment-providers"
import { inSchool } from "./in-school.server"

/**
 * Asks the provider about every payment that may have been approved or taken while no one came back, every agreement
 * to automatic payment, every charge to a saved account and every refund that wasn't answered, and finishes it; then about a few
 * payments of the last weeks, whose refunds no message may have told.
 * Each kind stops at the first call the provider can't be reached with, and doesn't hold up the others; the coming turn
 * asks again, the longest unasked first.
 */
export async function reconcilePaymentOrders() {
  await askAboutOrders()
  await askAboutMethods()
  const areChargesAnswered = await askAboutCharges()
  await askAboutRefunds(areChargesAnswered)
  await askAboutPaid()
}

async function askAboutRefunds(areChargesAnswered: boolean) {
  for (const { schoolId, id } of listRefundsToAskAbout()) {
    const outcome = await inSchool(schoolId, async (actor) => {
      const made = await makeRefund(actor, id)
      if (made?.state === "pending" && made.isSecret) await settleFromOrder(actor, id)
      return made
    })
    if (outcome?.state === "waiting" && !areChargesAnswered) return
  }
}

async function askAboutPaid() {
  for (const order of paidToAskAboutQuery().all()) {
    // Noted first: one that the provider no longer knows, or that is of an erased school, holds up no other.
    recordCheck(order)
    await inSchool(order.schoolId, (actor) => settleRefunds(actor, order))
  }
}

/** The platform's provider is one for all schools; of Stripe each school's own key may fail, which holds up no other. */
const lineOf = ({ provider, schoolId }: { provider: ProviderName; schoolId: string }): string =>
  provider === platformWay ? provider : schoolId

async function askAboutOrders() {
  const silent = new Set<string>()
  for (const order of listOrdersToAskAbout()) {
    const line = lineOf(order)
    // Looked at again after the others, so that a silent school's don't fill every round.
    if (silent.has(line)) {
      recordCheck(order)
      continue
    }
    const settled = await inSchool(order.schoolId, (actor) => {
      recordCheck(order)
      return settlePayment(actor, order)
    })
    if (settled?.state === "unreachable") silent.add(line)
  }
}

async function askAboutMethods() {
  const silent = new Set<string>()
  for (const method of listMethodsToAskAbout()) {
    const state = await inSchool(method.schoolId, (actor) => {
      recordAsked(actor, method.id)
      return silent.has(lineOf(method)) ? undefined : settleSaving(actor, method)
    })
    if (state === "unreachable") silent.add(lineOf(method))
  }
}

/** Whether the platform's provider could be reached. One charge that alone isn't answered doesn't hold up the others. */
async function askAboutCharges(): Promise<boolean> {
  const silent = new Set<string>()
  for (const charge of listChargesUnderWay()) {
    const came = await inSchool(charge.schoolId, (actor) =>
      silent.has(lineOf(charge)) ? setCharge(actor, charge, {}) : carryOutCharge(actor, charge.id),
    )
    if (came === "unreachable") silent.add(lineOf(charge))
  }
  return !silent.has(platformWay)
}
