import { transact } from "db/client.server"
import { paymentOrders } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addRow, find, select } from "~/models/foundation/access/door.server"
import { noAnswerOf, ProviderError, type RefusedCharge } from "~/providers/payment-provider"
import { providerOfAll } from "~/providers/platform-provider.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { log } from "~/utils/log.server"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { dueBy } from "../installment/installment"
import { listUnderWay, sumUnderWay } from "../invoice/orders-under-way.server"
import { closePages } from "../payment-order/close-pages.server"
import { findRefusal, reasons } from "../payment-order/due-order.server"
import {
  findOrderOfProvider,
  moveOrder,
  type PaymentOrder,
  recordProviderOrder,
  subjectOf,
} from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { waitsForKey } from "../payment-order/unknown-order.server"
import { providerLabels } from "../payment-provider/payment-provider"
import { findProvider, requireProvider, takesAmount } from "../payment-provider/payment-provider.server"
import { type AutoCharge, findCharge, isChargingTime } from "./announce-charges.server"
import { chargedAmount, latestDays } from "./auto-pay"
import { payeeOfMethod } from "./auto-pay-rule.server"
import { findMethod, type SavedMethod } from "./find-methods.server"
import {
  followCharge,
  giveUp,
  holdForOffice,
  holdUnannounced,
  lastAttempt,
  setCharge,
} from "./follow-charge.server"
import { isStillPayer } from "./payer.server"
import { endMethod } from "./saved-methods.server"

// A charge is made in three steps that survive a stop at any point: the attempt is written down, the provider is asked
// under the attempt's id, and what it answers is recorded. Whatever was interrupted is asked again under the same id.

/** So long after an attempt that the provider failed at, the next one is begun. */
const againMs = 3_600_000

/** How far a charge came: "unanswered" is about this one alone, "unreachable" about every call of the moment. */
export type CarriedOut = "done" | "unanswered" | "unreachable"

/** Makes one charge, or goes on with it. Safe to repeat, also at once. */
export async function carryOutCharge(actor: Actor, chargeId: string): Promise<CarriedOut> {
  const order = beginAttempt(actor, chargeId)
  if (!order) return "done"
  if (isUnderWay(order) && !findProvider(actor, order)) return endWithoutKey(actor, chargeId, order)
  const answer = order.providerOrderId ? "done" : await askProvider(actor, chargeId, order)
  if (answer !== "done") {
    // Asked again in turn, so that one that is never answered doesn't come first forever.
    setCharge(actor, { id: chargeId }, {})
    return answer
  }
  const asked = reread(actor, order)
  const settled = asked.state === "created" ? await settlePayment(actor, asked) : undefined
  // Only a payer at the provider's page could go on with it, and there is none. One that keeps its failures says so by itself.
  const waits = settled?.state === "waiting" && asked.providerOrderId
  if (waits && !findProvider(actor, asked)?.remembersFailures && reread(actor, asked).state === "created") {
    const because = `${providerLabels[asked.provider]} wants the payer to act`
    transact(() => moveOrder(actor, asked, "declined", { because }))
  }
  followCharge(actor, chargeId)
  return settled?.state === "unreachable" ? "unreachable" : "done"
}

const isUnderWay = ({ state }: PaymentOrder) => state === "created" || state === "pending"

/**
 * The school took the key of that account away, or has another account: what became of the attempt is read there alone. The invoice
 * can be paid again, after two weeks where a debit is on its way; if the key comes back and the money was taken, that is recorded all
 * the same.
 */
function endWithoutKey(actor: Actor, chargeId: string, order: PaymentOrder): CarriedOut {
  transact(() => {
    // Asked again in turn.
    if (waitsForKey(order)) return setCharge(actor, { id: chargeId }, {})
    const charge = findCharge(actor, chargeId)
    moveOrder(actor, order, "cancelled", { because: "the school’s key is gone" })
    if (charge?.state === "charging") giveUp(actor, charge, keyIsGone(order))
  })
  return "done"
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
    const payee = method && payeeOfMethod(actor, method)
    const isLate = day > addDays(charge.nextTryOn, latestDays)
    if (
      method?.state !== "active" ||
      isLate ||
      !payee ||
      !takesAmount(actor, payee.provider, amountMinor) ||
      amountMinor === 0
    ) {
      setCharge(actor, charge, { state: "dropped" })
      return undefined
    }
    if (charge.failures === 0 && holdUnannounced(actor, charge, method)) return undefined
    setCharge(actor, charge, { state: "charging" })
    return addRow(actor, paymentOrders, {
      invoiceId: charge.invoiceId,
      guardianId: method.guardianId,
      memberId: method.memberId,
      autoChargeId: charge.id,
      amountMinor,
      currency: actor.school.currency,
      ...payee,
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
  const provider = requireProvider(actor, order)
  const isOlder = (ms: number) => order.createdAt < now() - ms
  try {
    if (provider.remembersFailures && isOlder(againMs)) return await beginAgain(actor, charge, order)
    if (isOlder(provider.saved.repeatableMs)) {
      giveUp(actor, charge, noAnswer(order))
      return "unanswered"
    }
    // What is being charged isn't paid on a page that is still open.
    const left = await settleLeft(actor, order)
    if (left === "unreachable" || left === "unanswered") return left
    if (left === "settled" && postpone(actor, charge, order)) return "done"
    const made = await provider.saved.charge({
      requestId: order.id,
      paymentTokenId: method.paymentTokenId,
      customerId: method.customerId,
      amountMinor: order.amountMinor,
      currency: order.currency,
      customId: subjectOf(order),
      invoiceId: order.id,
      payeeEmail: order.payeeEmail,
      description: `Invoice ${invoice?.number ?? ""}, ${actor.school.name}`,
    })
    if ("refused" in made) takeRefusal(actor, method, order, made)
    else recordProviderOrder(order, made.orderId)
    return "done"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error, charge: chargeId }, "an automatic charge was not made")
    // One that remembers failures can still say days later what it made of the attempt.
    if (isOlder(provider.saved.repeatableMs)) giveUp(actor, charge, noAnswer(order))
    return noAnswerOf(error)
  }
}

/**
 * Closes the pages that ask for what is being charged. One that isn't closed has perhaps been paid on just now, so it is settled
 * before the charge is made; where that isn't known, the charge waits for another turn.
 */
async function settleLeft(actor: Actor, order: PaymentOrder): Promise<"none" | "settled" | CarriedOut> {
  const left = await closePages(actor, order)
  for (const page of left) {
    const { state } = await settlePayment(actor, page)
    if (state === "unreachable") return "unreachable"
    if (reread(actor, page).state === "created") return "unanswered"
  }
  return left.length > 0 ? "settled" : "none"
}

/** What was paid elsewhere meanwhile isn't charged: the attempt ends, and the charge is looked at again with what is due by then. */
function postpone(actor: Actor, charge: AutoCharge, order: PaymentOrder): boolean {
  return transact(() => {
    const refusal = findRefusal(actor, order)
    if (!refusal) return false
    moveOrder(actor, order, "cancelled", { because: reasons[refusal] })
    setCharge(actor, charge, { state: "announced" })
    return true
  })
}

/**
 * A provider that repeats a failure under the same id is first asked what it made of the attempt. Where that is nothing, the attempt
 * is over and the charge begins again, with what is due and agreed to by now.
 */
async function beginAgain(actor: Actor, charge: AutoCharge, order: PaymentOrder): Promise<CarriedOut> {
  if ((await findLostOrder(actor, order)).providerOrderId) return "done"
  const isLate = todayOf(actor) > addDays(charge.nextTryOn, latestDays)
  transact(() => {
    moveOrder(actor, order, "cancelled", { because: "the provider made nothing of it" })
    if (isLate) giveUp(actor, charge, madeNothing(order))
    else setCharge(actor, charge, { state: "announced" })
  })
  return isLate ? "done" : carryOutCharge(actor, charge.id)
}

const noAnswer = ({ provider }: PaymentOrder) =>
  `${providerLabels[provider]} didn’t answer, so the charge may have been made.`

const madeNothing = ({ provider }: PaymentOrder) =>
  `${providerLabels[provider]} didn’t answer in time. Nothing was charged.`
const keyIsGone = ({ provider }: PaymentOrder) =>
  `The school’s ${providerLabels[provider]} account was changed before it answered. See there whether the charge was made.`

/** The refusal means that nothing was taken and a repeat wouldn't change it. */
function takeRefusal(
  actor: Actor,
  method: SavedMethod,
  order: PaymentOrder,
  { refused, code }: RefusedCharge,
) {
  transact(() => {
    moveOrder(actor, order, refused === "declined" ? "declined" : "cancelled", { provider: code })
    if (refused === "other") holdForOffice(actor, order, code)
  })
  if (refused === "gone") endMethod(actor, method, "provider")
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
    const { invoiceId } = await providerOfAll.show(providerOrderId)
    const order = invoiceId ? findAttempt(invoiceId) : undefined
    if (!order || order.providerOrderId || !actorOf(order.schoolId)) return undefined
    recordProviderOrder(order, providerOrderId)
    return findOrderOfProvider(providerOrderId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.status === 404 ? undefined : "unreachable"
  }
}

/** An attempt whose answer was lost takes over what the provider made of it, whatever became of the charge since. */
export async function findLostOrder(actor: Actor, order: PaymentOrder): Promise<PaymentOrder> {
  const charge =
    order.autoChargeId && !order.providerOrderId ? findCharge(actor, order.autoChargeId) : undefined
  const method = charge && findMethod(actor, charge.methodId)
  if (!method) return order
  const { saved } = requireProvider(actor, order)
  const orderId = await saved.findCharge({ requestId: order.id, customerId: method.customerId })
  if (orderId) recordProviderOrder(order, orderId)
  return reread(actor, order)
}

/** An attempt by the id that the provider was given, of all schools. For jobs. */
const findAttempt = (orderId: string): PaymentOrder | undefined =>
  select().from(paymentOrders).where(eq(paymentOrders.id, orderId)).get()
