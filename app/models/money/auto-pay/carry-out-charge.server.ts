import { transact } from "db/client.server"
import { paymentOrders } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addRow, find, select } from "~/models/foundation/access/door.server"
import { isAboutEveryCall, PayPalError } from "~/providers/paypal/http.server"
import { chargeSavedMethod, showOrder } from "~/providers/paypal/orders.server"
import { paypalTakesAmount } from "~/providers/paypal/paypal-money"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { log } from "~/utils/log.server"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { dueBy } from "../installment/installment"
import { listUnderWay, sumUnderWay } from "../invoice/orders-under-way.server"
import {
  findOrderOfProvider,
  moveOrder,
  type PaymentOrder,
  recordProviderOrder,
  subjectOf,
} from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { findPayee } from "../payment-provider/payment-provider.server"
import { findCharge, isChargingTime } from "./announce-charges.server"
import { chargedAmount, latestDays } from "./auto-pay"
import { findMethod, type SavedMethod } from "./find-methods.server"
import { followCharge, giveUp, holdForOffice, lastAttempt, setCharge } from "./follow-charge.server"
import { isStillPayer } from "./payer.server"
import { endMethod } from "./saved-methods.server"

// A charge is made in three steps that survive a stop at any point: the attempt is written down, the provider is asked
// under the attempt's id, and what it answers is recorded. Whatever was interrupted is asked again under the same id.

/** The provider knows an attempt's id for six hours. An unanswered one is not repeated after that: it could pay twice. */
const repeatableMs = 5 * 3_600_000

/** How far a charge came: "unanswered" is about this one alone, "unreachable" about every call of the moment. */
export type CarriedOut = "done" | "unanswered" | "unreachable"

/** Makes one charge, or goes on with it. Safe to repeat, also at once. */
export async function carryOutCharge(actor: Actor, chargeId: string): Promise<CarriedOut> {
  const order = beginAttempt(actor, chargeId)
  if (!order) return "done"
  const answer = order.providerOrderId ? "done" : await askProvider(actor, chargeId, order)
  if (answer !== "done") {
    // Asked again in turn, so that one that is never answered doesn't come first forever.
    setCharge(actor, { id: chargeId }, {})
    return answer
  }
  const asked = reread(actor, order)
  const settled = asked.state === "created" ? await settlePayment(actor, asked) : undefined
  // Only a payer at PayPal's page could go on with it, and there is none.
  if (settled?.state === "waiting" && asked.providerOrderId)
    transact(() => moveOrder(actor, asked, "declined", { because: "PayPal wants the payer to act" }))
  followCharge(actor, chargeId)
  return settled?.state === "unreachable" ? "unreachable" : "done"
}

/** The attempt that is under way, or a new one when the charge's day has come; in a transaction of its own. */
function beginAttempt(actor: Actor, chargeId: string): PaymentOrder | undefined {
  return transact(() => {
    const charge = findCharge(actor, chargeId)
    if (charge?.state === "charging") return lastAttempt(actor, chargeId)
    const day = todayOf(actor)
    if (charge?.state !== "announced" || charge.nextTryOn > day || !isChargingTime(actor)) return undefined
    const method = findMethod(actor, charge.methodId)
    if (method?.state === "active" && !isStillPayer(actor, method)) {
      endMethod(actor, method, "office")
      return undefined
    }
    const invoice = method && findInvoiceOfPayer(actor, charge.invoiceId, method)
    // A payment that is on its way may settle it: the charge waits for that.
    if (invoice?.isProcessing) return undefined
    // What someone else is paying of the invoice at this moment isn't taken a second time.
    const leftMinor = (invoice?.openMinor ?? 0) - sumUnderWay(listUnderWay(actor, charge.invoiceId))
    const dueMinor = Math.min(dueBy(invoice?.own.claims ?? [], charge.dueOn), leftMinor)
    const amountMinor = chargedAmount(charge.amountMinor, dueMinor)
    const payeeEmail = findPayee(actor)
    const isLate = day > addDays(charge.nextTryOn, latestDays)
    if (
      method?.state !== "active" ||
      isLate ||
      !payeeEmail ||
      !paypalTakesAmount(amountMinor, actor.school.currency) ||
      amountMinor === 0
    ) {
      setCharge(actor, charge, { state: "dropped" })
      return undefined
    }
    setCharge(actor, charge, { state: "charging" })
    return addRow(actor, paymentOrders, {
      invoiceId: charge.invoiceId,
      guardianId: method.guardianId,
      memberId: method.memberId,
      autoChargeId: charge.id,
      amountMinor,
      currency: actor.school.currency,
      payeeEmail,
      state: "created",
      updatedAt: now(),
    })
  })
}

const reread = (actor: Actor, order: PaymentOrder): PaymentOrder =>
  find(actor, paymentOrders, order.id) ?? order

/** Asks the provider to take the money. Done once it said what became of it. */
async function askProvider(actor: Actor, chargeId: string, order: PaymentOrder): Promise<CarriedOut> {
  const charge = findCharge(actor, chargeId)
  const method = charge && findMethod(actor, charge.methodId)
  const invoice = method && findInvoiceOfPayer(actor, subjectOf(order), method)
  if (!charge || !method?.paymentTokenId || order.state !== "created") return "done"
  if (order.createdAt < now() - repeatableMs) {
    giveUp(actor, charge, "PayPal didn’t answer, so the charge may have been made.")
    return "unanswered"
  }
  try {
    const { orderId } = await chargeSavedMethod({
      requestId: order.id,
      paymentTokenId: method.paymentTokenId,
      amountMinor: order.amountMinor,
      currency: order.currency,
      customId: subjectOf(order),
      invoiceId: order.id,
      payeeEmail: order.payeeEmail,
      description: `Invoice ${invoice?.number ?? ""}, ${actor.school.name}`,
    })
    recordProviderOrder(order, orderId)
    return "done"
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error, charge: chargeId }, "an automatic charge was not made")
    if (takeRefusal(actor, method, order, error)) return "done"
    return isAboutEveryCall(error) ? "unreachable" : "unanswered"
  }
}

const tokenIsGone = new Set([
  "AGREEMENT_ALREADY_CANCELLED",
  "BILLING_AGREEMENT_NOT_FOUND",
  "TOKEN_ID_NOT_FOUND",
  "TOKEN_EXPIRED",
])
/** Not about this charge: the call, our login, or too many calls. */
const passing = new Set([401, 408, 409, 429])

/** About the payer or their account; every other refusal is about the call, or about the school's account. */
const isOfPayer = (issue: string | null): boolean =>
  issue !== null && (issue.startsWith("PAYER_") || ofPayer.has(issue))
const ofPayer = new Set([
  "INSTRUMENT_DECLINED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "TRANSACTION_REFUSED",
])

/** True when the refusal means that nothing was taken and a repeat wouldn't change it. */
function takeRefusal(
  actor: Actor,
  method: SavedMethod,
  order: PaymentOrder,
  { status, issue, code }: PayPalError,
): boolean {
  // The same attempt was paid before, and its answer was lost: the provider's message names the order.
  if (status < 400 || status >= 500 || passing.has(status) || issue === "DUPLICATE_INVOICE_ID") return false
  const isGone = issue !== null && tokenIsGone.has(issue)
  const isDeclined = isOfPayer(issue)
  transact(() => {
    moveOrder(actor, order, isDeclined ? "declined" : "cancelled", { provider: issue ?? code })
    if (!isGone && !isDeclined) holdForOffice(actor, order, issue ?? code)
  })
  if (isGone) endMethod(actor, method, "provider")
  return true
}

/**
 * The provider names an order that we don't know: the answer to an attempt was lost. The attempt it belongs to takes it
 * over. Answers undefined when it is none of ours.
 */
export async function adoptLostOrder(
  providerOrderId: string,
  actorOf: (schoolId: string) => Actor | undefined,
): Promise<PaymentOrder | "unreachable" | undefined> {
  try {
    const { invoiceId } = await showOrder(providerOrderId)
    const order = invoiceId ? findAttempt(invoiceId) : undefined
    if (!order || order.providerOrderId || !actorOf(order.schoolId)) return undefined
    recordProviderOrder(order, providerOrderId)
    return findOrderOfProvider(providerOrderId)
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    return error.status === 404 ? undefined : "unreachable"
  }
}

/** An attempt by the id that the provider was given, of all schools. For jobs. */
const findAttempt = (orderId: string): PaymentOrder | undefined =>
  select().from(paymentOrders).where(eq(paymentOrders.id, orderId)).get()
