import type { Actor } from "~/models/foundation/access/actor"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { type PlanInterval, type PlanKey, planCatalogue, planIntervals } from "../plan/plan-catalogue"
import { platformMoney, priceOf } from "../plan/plan-price.server"
import { codeOf, periodsAfter } from "./coupon"
import { type Discount, tryCode } from "./coupon.server"

// What a school pays now and later with a code, in sentences: one for each plan and period it works with.

type Choice = { plan: PlanKey; interval: PlanInterval }
export type Quote = { code: string; lines: string[] }

/**
 * Of a new subscription; or, with `upgradeOf`, of a larger plan: what is due today and from when on its own periods
 * begin. With none to quote, the first problem found.
 */
export async function quoteCode(
  actor: Actor,
  code: string,
  {
    plans,
    upgradeOf,
  }: {
    plans: readonly PlanKey[]
    upgradeOf?: (plan: PlanKey) => { amountMinor: number; paidUntil: number } | null
  },
): Promise<Result<Quote, CouponProblem>> {
  const lines: string[] = []
  let problem: CouponProblem | undefined
  for (const plan of plans)
    for (const interval of planIntervals) {
      const due = upgradeOf?.(plan)
      if (due === null) continue
      const found = await tryCode(actor, code, { plan, interval })
      if (found.ok) lines.push(lineOf(actor, { plan, interval }, found, due))
      // Asking again about a code we don't know would count as another guess.
      else if (found.reason === "unknown" || found.reason === "too-many-tries") return found
      else problem ??= found.reason
    }
  return lines.length > 0
    ? { ok: true, code: codeOf(code), lines }
    : { ok: false, reason: problem ?? "larger-plan-only" }
}

function lineOf(
  actor: Actor,
  { plan, interval }: Choice,
  { discountMinor, discountPeriods }: Discount,
  due: { amountMinor: number; paidUntil: number } | undefined,
): string {
  const usd = (amountMinor: number) => (amountMinor === 0 ? "nothing" : platformMoney(amountMinor))
  const dayOf = (at: number) => formatDate(localDate(at, actor.school.timeZone), "full")
  const priceMinor = priceOf(plan, interval).amountMinor
  const start = due?.paidUntil ?? now()
  const later = `${platformMoney(priceMinor)} a ${interval === "yearly" ? "year" : "month"} from ${dayOf(periodsAfter(start, interval, discountPeriods))}`
  const name = `${planCatalogue[plan].name}, ${interval}`
  const lowered = usd(priceMinor - discountMinor)
  const more =
    discountPeriods > 2
      ? ` and for each of the next ${discountPeriods - 1} payments`
      : discountPeriods === 2
        ? " and for the payment after it"
        : ""
  const first = due ? `${usd(due.amountMinor)} today, ${lowered} on ${dayOf(start)}` : `${lowered} today`
  return `${name}: ${first}${more}, then ${later}.`
}
