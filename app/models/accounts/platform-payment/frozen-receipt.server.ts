import { platformReceipts } from "db/schema/accounts-subscription-money"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { eq, inArray } from "drizzle-orm"
import { planText } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, ownRows } from "~/models/foundation/access/door.server"
import { env } from "~/utils/env.server"
import { billedTo } from "../billing-address/billing-address.server"
import { planCatalogue } from "../plan/plan-catalogue"

// What stands on a receipt of ours besides the amount: who sells, to whom, what for and with which tax. It is written when
// the payment is first known, so that a later move or tax rate changes no receipt.

export type FrozenReceipt = Omit<typeof platformReceipts.$inferSelect, "paymentId" | "schoolId" | "createdAt">

type Payment = { id: string; amountMinor: number }

/** In the caller's transaction; what was written before stays. */
export function freezeReceipt(actor: Actor, payment: Payment) {
  addUnlessThere(actor, platformReceipts, { paymentId: payment.id, ...receiptNow(actor, payment) })
}

/** As it was written; as it would be written now for a payment that has none. */
export const findFrozenReceipt = (actor: Actor, payment: Payment): FrozenReceipt =>
  ownRows(actor, platformReceipts).where(eq(platformReceipts.paymentId, payment.id)).get() ??
  receiptNow(actor, payment)

function receiptNow(actor: Actor, { amountMinor }: Payment): FrozenReceipt {
  const { name, address, taxNumber } = billedTo(actor)
  const { COMPANY_NAME, COMPANY_ADDRESS, COMPANY_TAX_NUMBER, COMPANY_TAX_NAME, COMPANY_TAX_RATE } = env()
  const isTaxed = COMPANY_TAX_NAME !== "" && COMPANY_TAX_RATE > 0
  return {
    sellerName: COMPANY_NAME,
    sellerAddress: COMPANY_ADDRESS,
    sellerTaxNumber: COMPANY_TAX_NUMBER,
    buyerName: name,
    buyerAddress: address,
    buyerTaxNumber: taxNumber,
    about: planText(amountMinor) ?? runningPlan(actor),
    taxName: isTaxed ? COMPANY_TAX_NAME : null,
    taxRate: isTaxed ? Math.round(COMPANY_TAX_RATE * 1000) : null,
  }
}

/** The plan as it is now; for a payment that is no plan's full price, such as an upgrade's. */
function runningPlan(actor: Actor): string {
  const { plan, interval } = ownRows(actor, subscriptions, ["plan", "interval"]).get() ?? {}
  return plan && interval ? `${planCatalogue[plan].name}, ${interval}` : "Tutti subscription"
}

/** What each of these payments was for, by its id, as its receipt says. */
export function listReceiptTexts(actor: Actor, payments: readonly Payment[]): ReadonlyMap<string, string> {
  const frozen = ownRows(actor, platformReceipts, {
    id: platformReceipts.paymentId,
    about: platformReceipts.about,
  })
    .where(
      inArray(
        platformReceipts.paymentId,
        payments.map(({ id }) => id),
      ),
    )
    .all()
  const texts = new Map(frozen.map(({ id, about }) => [id, about]))
  const missing = payments.filter(({ id }) => !texts.has(id))
  const running = missing.length > 0 ? runningPlan(actor) : ""
  for (const { id, amountMinor } of missing) texts.set(id, planText(amountMinor) ?? running)
  return texts
}
