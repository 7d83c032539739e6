import { transact } from "db/client.server"
import { priceOf } from "~/models/accounts/plan/plan-price.server"
import { addCredit, creditLeft } from "~/models/accounts/school-credit/school-credit.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { mailAccessChanged } from "~/models/accounts/subscription/subscription-mail.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { recordStaffAct } from "../staff-act/staff-act.server"

// Our staff give a school account credit or free months, or take the rest back. Each once for a `key`. How it reaches
// provider: subscription/reconcile-subscription.server.

type Given = { amountMinor: number }
type Why = { key: string; reason: string; message?: string | undefined }

export const giveCredit = (
  staff: SuperActor,
  school: Actor,
  { key, amountMinor, ...why }: Why & Given,
): Result<Given, never> =>
  transact(() =>
    give(staff, school, {
      credit: { id: key, kind: "amount", months: null, amountMinor },
      usual: `We gave you ${formatMoney(amountMinor, "USD")} of account credit. It’s refunded from your next payments as soon as they go through.`,
      ...why,
    }),
  )

/** Free months are credit of what a month of the school's plan costs now, a twelfth of a year's price when it pays yearly. */
export const giveFreeMonths = (
  staff: SuperActor,
  school: Actor,
  { key, months, ...why }: Why & { months: number },
): Result<Given, "no-plan"> =>
  transact(() => {
    const monthMinor = priceOfMonth(school)
    if (monthMinor === null) return { ok: false, reason: "no-plan" }
    const amountMinor = Math.round(monthMinor * months)
    return give(staff, school, {
      credit: { id: key, kind: "free-months", months, amountMinor },
      usual: `We gave you ${countOf(months, "free month")}: ${formatMoney(amountMinor, "USD")} of account credit. It’s refunded from your next payments as soon as they go through.`,
      ...why,
    })
  })

/** Takes back what is left of the credit; what was refunded stays with the school. */
export const takeBackCredit = (
  staff: SuperActor,
  school: Actor,
  { key, reason, message }: Why,
): Result<Given, "nothing-left"> =>
  transact(() => {
    const leftMinor = creditLeft(school)
    if (leftMinor <= 0) return { ok: false, reason: "nothing-left" }
    if (!addCredit(school, { id: key, kind: "taken-back", months: null, amountMinor: -leftMinor }))
      return { ok: true, amountMinor: leftMinor }
    const amount = formatMoney(leftMinor, "USD")
    const usual = `We removed ${amount} of account credit.`
    const told = message ? `${message} ${usual}` : usual
    recordStaffAct(staff, school, { verb: "take-back-credit", reason: `${reason} (${amount})`, told })
    mailAccessChanged(school, "credit-taken-back", told)
    return { ok: true, amountMinor: leftMinor }
  })

/** In minor units, possibly with a fraction; null without a plan. */
export function priceOfMonth(school: Actor): number | null {
  const { plan, interval, status } = findSubscription(school) ?? {}
  if (!plan || !interval || status === "expired" || status === "pending") return null
  const { amountMinor } = priceOf(plan, interval)
  return interval === "yearly" ? amountMinor / 12 : amountMinor
}

function give(
  staff: SuperActor,
  school: Actor,
  {
    credit,
    usual,
    reason,
    message,
  }: {
    credit: Parameters<typeof addCredit>[1]
    usual: string
    reason: string
    message?: string | undefined
  },
): { ok: true } & Given {
  const { amountMinor } = credit
  // Pressed twice: it's done already.
  if (!addCredit(school, credit)) return { ok: true, amountMinor }
  const told = message ? `${message} ${usual}` : usual
  recordStaffAct(staff, school, {
    verb: "give-credit",
    reason: `${reason} (${formatMoney(amountMinor, "USD")})`,
    told,
  })
  mailAccessChanged(school, "credited", told)
  return { ok: true, amountMinor }
}
