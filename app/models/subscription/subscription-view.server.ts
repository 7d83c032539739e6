import { formatDate, localDate } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { type PlanKey, planCatalogue } from "../plan/plan-catalogue"
import { planOffer, plansFor } from "../plan/plan-offer.server"
import { findOpenChange } from "./plan-change.server"
import type { PlanUsage } from "./plan-usage"
import { findPlanUsage } from "./plan-usage.server"
import { findPaidStatus, findSubscription, findSubscriptionStatus } from "./subscription-attempt.server"
import { extendedStanding, standingOf } from "./subscription-standing"

/** The school's subscription as its office reads it; dates in words, in the school's zone. */
export function findSubscriptionView(actor: Actor) {
  const { school } = actor
  const subscription = findSubscription(actor)
  const status = subscription?.status ?? "pending"
  const { plan = null, interval = null } = subscription ?? {}
  const paidUntil = subscription?.paidUntil
    ? formatDate(localDate(subscription.paidUntil, school.timeZone), "full")
    : null
  const isPaid = findPaidStatus(actor) === "active"
  const extendedUntil =
    subscription?.extendedUntil && findSubscriptionStatus(actor) === "active" && !isPaid
      ? formatDate(localDate(subscription.extendedUntil, school.timeZone), "full")
      : null
  const standing = extendedUntil
    ? extendedStanding(extendedUntil)
    : standingOf(status, {
        isOpen: isPaid && subscription?.heldAt === null,
        paidUntil,
        schoolName: school.name,
      })
  const price = plan && interval ? planOffer(plan).total[interval] : null
  const isAtProvider = Boolean(subscription?.providerSubscriptionId)
  return {
    standing,
    plan,
    interval,
    planName: plan ? planCatalogue[plan].name : null,
    price,
    paidUntil,
    isAtProvider,
    nextCharge: nextCharge(standing.kind, { price, paidUntil, isAtProvider }),
  }
}

function nextCharge(
  kind: ReturnType<typeof standingOf>["kind"],
  {
    price,
    paidUntil,
    isAtProvider,
  }: { price: string | null; paidUntil: string | null; isAtProvider: boolean },
): string | null {
  if (kind === "running" && price && paidUntil)
    return `${price} on ${paidUntil}${isAtProvider ? ", by PayPal" : ""}`
  return kind === "ending" ? "none, it does not renew" : null
}

/** The change that was asked for and that the buyer has not agreed to yet, in words; null without one. */
export function openChangeInWords(actor: Actor): string | null {
  const change = findOpenChange(actor)
  return change ? `${planCatalogue[change.plan].name}, billed ${change.interval}` : null
}

/** Which plans of the school's kind would be full from the first day, one sentence each: nothing is deleted by them. */
export function tightPlans(actor: Actor): string[] {
  const usage = findPlanUsage(actor)
  return plansFor(actor.school.kind).flatMap((key) => tightness(key, usage) ?? [])
}

function tightness(key: PlanKey, { teachers, students, planName }: PlanUsage): string | undefined {
  const { name, teacherLimit, studentLimit } = planCatalogue[key]
  if (name === planName) return undefined
  const over = [
    teacherLimit !== null && teachers.used > teacherLimit
      ? `${teachers.used} of ${teacherLimit} teachers`
      : "",
    studentLimit !== null && students.used > studentLimit
      ? `${students.used} of ${studentLimit} students`
      : "",
  ].filter(Boolean)
  return over.length
    ? `On ${name} you would have ${over.join(" and ")}: everybody stays, nobody can be added.`
    : undefined
}
