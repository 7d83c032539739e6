import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { formatMoney } from "~/utils/money"
import { claimTelling } from "../platform-payment/ask-refund.server"
import { findRefund } from "../platform-payment/refund-state.server"
import { creditLeft } from "../school-credit/school-credit.server"
import { mailPlatformRefund } from "./subscription-mail.server"

/**
 * Tells the school of a refund of ours that is done, once, whoever notices it first. One that the provider holds is told when it
 * has carried it out. In the caller's transaction.
 */
export function tellRefund(actor: Actor, id: string) {
  if (!claimTelling(id)) return
  const refund = findRefund(id)
  if (!refund) return
  const { origin, paymentId, amountMinor, currency } = refund
  const money = (minor: number) => formatMoney(minor, currency)
  if (origin !== "credit")
    return mailPlatformRefund(actor, { amountMinor, currency, paymentId, message: refund.message })
  const after = { amount: money(amountMinor) }
  recordEvent(actor, { verb: "use-credit", noun: "subscription", nounId: paymentId, after, by: "Tutti" })
  mailPlatformRefund(actor, {
    amountMinor,
    currency,
    paymentId,
    message: `It comes from your account credit, of which ${money(creditLeft(actor))} is left.`,
  })
}
