import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { planOffer, plansFor, platformMoney, priceOf } from "~/models/accounts/plan/plan-price.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"
import { discountAt } from "../coupon/coupon"
import { quoteCode } from "../coupon/coupon.server"
import { type PlanKey, planCatalogue } from "../plan/plan-catalogue"
import { creditLeft } from "../school-credit/school-credit.server"
import { findOpenChange } from "./plan-change.server"
import { nextPlanUp, overLimits, raisesLimits } from "./plan-steps"
import { findPlanUsage } from "./plan-usage.server"
import { findOpenFailure } from "./renewal-failure.server"
import { demoStanding, type StandingKind, standingKindOf, standingOf } from "./subscription"
import { findSubscription } from "./subscription-attempt.server"
import { findUpgradeCharge } from "./upgrade.server"

/** The school's subscription as its office reads it; dates as text, in the school's zone. */
export function findSubscriptionView(actor: Actor) {
  const { school } = actor
  const subscription = findSubscription(actor)
  const kind = standingKindOf(subscription, now())
  const { plan = null, interval = null } = subscription ?? {}
  const dayOf = (at: number | null | undefined) =>
    at ? formatDate(localDate(at, school.timeZone), "full") : null
  const canReturn = kind === "ending" && subscription?.leavingAt !== null
  const demoUntil = dayOf(findDemoEnd(actor))
  const { deletionDueAt: deletedAt } = school
  const deletedOn = dayOf(deletedAt)
  const paidUntil = dayOf(Math.min(subscription?.paidUntil ?? 0, deletedAt ?? Number.POSITIVE_INFINITY))
  const standing = demoUntil
    ? demoStanding(kind, demoUntil)
    : standingOf(kind, {
        schoolName: school.name,
        paidUntil,
        graceUntil: dayOf(subscription?.graceUntil),
        extendedUntil: dayOf(subscription?.extendedUntil),
        canReturn,
        isDeleted: deletedOn !== null,
      })
  const price = plan && interval ? planOffer(plan).total[interval] : null
  const next =
    renews(kind) && subscription?.nextPlan && subscription.nextInterval
      ? { plan: subscription.nextPlan, interval: subscription.nextInterval }
      : null
  const nextPrice = next ? planOffer(next.plan).total[next.interval] : price
  const isAtProvider = Boolean(subscription?.providerSubscriptionId)
  return {
    standing,
    plan,
    interval,
    planName: plan ? planCatalogue[plan].name : null,
    price: demoUntil ? null : price,
    paidUntil: demoUntil ? null : paidUntil,
    isAtProvider,
    canReturn,
    deletedOn,
    due: kind === "payment-failed" ? dueOf(actor, dayOf) : null,
    next:
      next && paidUntil
        ? `${planCatalogue[next.plan].name}, billed ${next.interval}, from ${paidUntil}`
        : null,
    discount: runningDiscount(actor),
    credit: creditText(actor),
    nextCharge: demoUntil
      ? null
      : nextCharge(kind, {
          price: nextPrice && !next ? lessDiscount(subscription, nextPrice) : nextPrice,
          paidUntil,
          isAtProvider,
        }),
  }
}

/** When a visitor's live demo is deleted; null for every other school. */
export const findDemoEnd = ({ school }: Actor): number | null =>
  select({ at: schools.demoUntil }).from(schools).where(eq(schools.id, school.id)).get()?.at ?? null

/** The credit left, as text; null without any. */
function creditText(actor: Actor): string | null {
  const leftMinor = creditLeft(actor)
  return leftMinor > 0
    ? `${platformMoney(leftMinor)}, refunded from your next payments as soon as they go through`
    : null
}

/** Whether payments go on, so that there is a next one with a plan and a price. */
const renews = (kind: StandingKind) => kind === "active" || kind === "payment-failed" || kind === "suspended"

/** What a coupon still takes off the next payments, as text; null without one, and when they end or change plan. */
function runningDiscount(actor: Actor): string | null {
  const subscription = findSubscription(actor)
  const { discountUntil, paidUntil, nextPlan } = subscription ?? {}
  if (!subscription || !discountUntil || !paidUntil || discountAt(subscription, paidUntil) === 0) return null
  if (nextPlan || !renews(standingKindOf(subscription, now()))) return null
  const until = formatDate(localDate(discountUntil, actor.school.timeZone), "full")
  return `${platformMoney(subscription.discountMinor)} off each payment before ${until}`
}

/** The price of the payment that is due next. */
function lessDiscount(subscription: ReturnType<typeof findSubscription>, price: string): string {
  const { plan, interval, paidUntil } = subscription ?? {}
  if (!subscription || !plan || !interval || !paidUntil) return price
  const offMinor = discountAt(subscription, paidUntil)
  return offMinor === 0 ? price : platformMoney(priceOf(plan, interval).amountMinor - offMinor)
}

/** What each larger plan costs with a code. */
export function quoteUpgrade(actor: Actor, code: string) {
  const subscription = findSubscription(actor)
  const current = subscription?.plan
  const plans = current ? plansFor(actor.school.kind).filter((key) => raisesLimits(current, key)) : []
  return quoteCode(actor, code, {
    plans,
    upgradeOf: (plan) => (subscription ? findUpgradeCharge(subscription, plan) : null),
  })
}

/** What a failed renewal left to pay, as text. */
function dueOf(actor: Actor, dayOf: (at: number | null) => string | null) {
  const failure = findOpenFailure(actor)
  return failure
    ? {
        amount: platformMoney(failure.amountMinor, failure.currency),
        failedOn: dayOf(failure.failedAt),
        nextTryOn: dayOf(failure.nextTryAt),
      }
    : null
}

function nextCharge(
  kind: StandingKind,
  {
    price,
    paidUntil,
    isAtProvider,
  }: { price: string | null; paidUntil: string | null; isAtProvider: boolean },
): string | null {
  if (kind === "active" && price && paidUntil)
    return `${price} on ${paidUntil}${isAtProvider ? `, through ${platformProvider}` : ""}`
  return kind === "ending" ? "No further charges" : null
}

/** The requested change that the buyer hasn’t approved yet, as text; null without one. */
export function openChangeText(actor: Actor): string | null {
  const change = findOpenChange(actor)
  return change ? `${planCatalogue[change.plan].name}, billed ${change.interval}` : null
}

/** What each other plan of the school's kind would cost and when it would begin, one sentence each. */
export function listChangeTerms(actor: Actor): { text: string; isPossible: boolean }[] {
  const subscription = findSubscription(actor)
  const current = subscription?.plan
  if (!subscription || !current || subscription.paidUntil === null) return []
  const usage = findPlanUsage(actor)
  const until = formatDate(localDate(subscription.paidUntil, actor.school.timeZone), "full")
  const others = plansFor(actor.school.kind).filter((key) => key !== current)
  return [
    ...others.map((key) => {
      const { name } = planCatalogue[key]
      const { monthly, yearly } = planOffer(key).price
      const charge = raisesLimits(current, key) ? findUpgradeCharge(subscription, key) : null
      if (charge)
        return {
          isPossible: true,
          text: `${name} costs ${platformMoney(charge.amountMinor)} today, for the rest of the time you’ve paid for (until ${until}). From then on it’s ${monthly} a month or ${yearly} a year.`,
        }
      const over = overLimits(key, usage)
      return over
        ? { isPossible: false, text: over }
        : {
            isPossible: true,
            text: `${name} starts on ${until}, when the time you’ve paid for ends. Its limits apply to new teachers and students right away.`,
          }
    }),
    { isPossible: true, text: `A new billing period starts on ${until}.` },
    ...(runningDiscount(actor)
      ? [{ isPossible: false, text: "Your discount ends with a change of plan or billing period." }]
      : []),
  ]
}

/** The plan that "Upgrade" chooses for the school; undefined on the largest. */
export const findPlanUp = (actor: Actor): PlanKey | undefined =>
  nextPlanUp(findSubscription(actor)?.plan ?? null, plansFor(actor.school.kind))
