import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addRow,
  change,
  ownRows,
  platformChange,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Discount } from "../coupon/coupon.server"
import type { PlanInterval, PlanKey } from "../plan/plan-catalogue"
import { priceOf } from "../plan/plan-price.server"
import { type ClientStatus, clientStatus, paidStatus } from "./subscription"

// One attempt to subscribe: the plan and price we asked for. Its id is also the provider's custom id and request id, so
// a repeated request makes no second subscription, and the provider's answer is compared with this row.

export type SubscriptionAttempt = typeof subscriptionAttempts.$inferSelect

const hour = 3_600_000
/** How long a try for the same plan is taken up again; the provider keeps a request id for 72 hours. */
const reusableMs = hour

/** How long after its last change an approved try is looked for at the provider. */
const watchedMs = 3 * 24 * hour
/** A buyer who turned back may still find the way to the provider's page again. */
const watchedAfterTurningBackMs = hour
/** The provider tries a failed payment again for weeks; one that succeeds opens the school again. */
const watchedAfterEndMs = 35 * 24 * hour

const open = ["created", "approving"] as const

export const findSubscription = (actor: Actor) => subscriptionQuery.get(actor)

const subscriptionQuery = query((_, own) => select().from(subscriptions).where(own(subscriptions)))

export const findSubscriptionStatus = (actor: Actor): ClientStatus =>
  clientStatus(findSubscription(actor), now())

/** How it stands by what is paid for, whatever the platform's staff granted or took. */
export const findPaidStatus = (actor: Actor): ClientStatus => paidStatus(findSubscription(actor), now())

/** What takes the place of a running subscription: which, from when on, and what is due today. */
type Replacing = Pick<SubscriptionAttempt, "replacesSubscriptionId" | "startsAt" | "amountMinor">

/** What a try is made for: the provider's plan, and what a coupon takes off the first payments. */
export type AttemptTerms = {
  plan: PlanKey
  interval: PlanInterval
  providerPlanId: string
  discount: Discount
  replacing?: Replacing
}

/** The try to go on with for this plan: a recent open one, otherwise a new one. Two at once get the same. */
export function openAttempt(
  actor: Actor,
  { plan, interval, providerPlanId, discount, replacing }: AttemptTerms,
): SubscriptionAttempt {
  return transact(() => {
    const recent = ownRows(actor, subscriptionAttempts)
      .where(
        and(
          eq(subscriptionAttempts.plan, plan),
          eq(subscriptionAttempts.interval, interval),
          inArray(subscriptionAttempts.state, open),
          gt(subscriptionAttempts.createdAt, now() - reusableMs),
        ),
      )
      .orderBy(desc(subscriptionAttempts.createdAt))
      .limit(1)
      .get()
    const { couponId, discountMinor, discountPeriods } = discount
    const terms = replacing ?? {
      replacesSubscriptionId: null,
      startsAt: null,
      amountMinor: priceOf(plan, interval).amountMinor - discountMinor,
    }
    const isSame =
      recent?.couponId === couponId &&
      recent.amountMinor === terms.amountMinor &&
      recent.providerPlanId === providerPlanId &&
      recent.replacesSubscriptionId === terms.replacesSubscriptionId &&
      recent.startsAt === terms.startsAt
    if (isSame) return recent
    return addRow(actor, subscriptionAttempts, {
      id: newId(),
      plan,
      interval,
      ...terms,
      couponId,
      discountMinor,
      discountPeriods,
      currency: "USD",
      providerPlanId,
      state: "created",
      updatedAt: now(),
    })
  })
}

/**
 * Notes what the provider calls it: from now on the buyer may approve. False for one that was decided, or whose school
 * went, while the provider was being asked.
 */
export function recordApproving(attempt: SubscriptionAttempt, providerSubscriptionId: string): boolean {
  const isHere = sql`exists (select 1 from ${schools} s where s.id = ${attempt.schoolId} and s.erasing_since is null)`
  const changes = platformChange(
    subscriptionAttempts,
    and(isAttempt(attempt), inArray(subscriptionAttempts.state, open), isHere),
    { providerSubscriptionId, state: "approving", updatedAt: now() },
  )
  return changes > 0
}

/** The school's own try by the provider's id or by ours; undefined for anyone else's. */
export function findAttempt(
  actor: Actor,
  by: { providerSubscriptionId: string } | { attemptId: string },
): SubscriptionAttempt | undefined {
  return ownRows(actor, subscriptionAttempts)
    .where(
      "attemptId" in by
        ? eq(subscriptionAttempts.id, by.attemptId)
        : eq(subscriptionAttempts.providerSubscriptionId, by.providerSubscriptionId),
    )
    .get()
}

/** The newest try the provider knows of. */
export function findNewestAttempt(actor: Actor): SubscriptionAttempt | undefined {
  return ownRows(actor, subscriptionAttempts)
    .where(isNotNull(subscriptionAttempts.providerSubscriptionId))
    .orderBy(desc(subscriptionAttempts.createdAt), desc(subscriptionAttempts.id))
    .limit(1)
    .get()
}

/** Whose try it is, by the provider's id; or by ours, when the provider's never reached us. For jobs. */
export function findSchoolOfAttempt(
  by: { providerSubscriptionId: string } | { attemptId: string },
): SubscriptionAttempt | undefined {
  return select()
    .from(subscriptionAttempts)
    .where(
      "attemptId" in by
        ? eq(subscriptionAttempts.id, by.attemptId)
        : eq(subscriptionAttempts.providerSubscriptionId, by.providerSubscriptionId),
    )
    .get()
}

/**
 * Tries of all schools that may have been approved while no one came back, newest first, at most a hundred. For the job
 * that asks the provider; each is then handled as its own school.
 */
export function listAttemptsToAskAbout(): { schoolId: string; attemptId: string }[] {
  return select({ schoolId: subscriptionAttempts.schoolId, attemptId: subscriptionAttempts.id })
    .from(subscriptionAttempts)
    .where(
      and(
        isNotNull(subscriptionAttempts.providerSubscriptionId),
        or(
          and(
            eq(subscriptionAttempts.state, "approving"),
            gt(subscriptionAttempts.updatedAt, now() - watchedMs),
          ),
          and(
            inArray(subscriptionAttempts.state, ["cancelled", "declined"]),
            gt(subscriptionAttempts.updatedAt, now() - watchedAfterTurningBackMs),
          ),
        ),
      ),
    )
    .orderBy(desc(subscriptionAttempts.updatedAt))
    .limit(100)
    .all()
}

/** Schools whose subscription runs, or ended within the last weeks: the provider may see it otherwise. For jobs. */
export function listSchoolsToReconcile(afterSchoolId: string, limit: number): string[] {
  return select({ schoolId: subscriptions.schoolId })
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.schoolId, afterSchoolId),
        isNotNull(subscriptions.providerSubscriptionId),
        or(
          inArray(subscriptions.status, ["active", "cancelled", "suspended"]),
          and(eq(subscriptions.status, "expired"), gt(subscriptions.updatedAt, now() - watchedAfterEndMs)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.schoolId))
    .limit(limit)
    .all()
    .map(({ schoolId }) => schoolId)
}

/**
 * The buyer came back without agreeing: "canceled" by choice, "declined" by the bank. Only an open try changes; should
 * the provider report it paid later on, that still counts.
 */
export function cancelAttempt(actor: Actor, attemptId: string, state: "cancelled" | "declined") {
  transact(() => {
    const attempt = findAttempt(actor, { attemptId })
    if (attempt) closeAttempt(actor, attempt, state)
  })
}

/**
 * Ends a try in the caller's transaction, with a line in the audit log. `facts` say what was found instead. Only an open
 * try moves, and one that was turned back from but paid after all becomes a mismatch: what is decided stays, also where
 * `attempt` was read before someone else decided it. False when it stays.
 */
export function closeAttempt(
  actor: Actor,
  attempt: SubscriptionAttempt,
  state: "cancelled" | "declined" | "mismatch",
  facts?: object,
): boolean {
  const from = state === "mismatch" ? ([...open, "cancelled", "declined"] as const) : open
  const changes = platformChange(
    subscriptionAttempts,
    and(isAttempt(attempt), inArray(subscriptionAttempts.state, from)),
    { state, updatedAt: now() },
  )
  if (changes === 0) return false
  // Nothing is pending at the provider any more.
  change(actor, subscriptions, eq(subscriptions.status, "pending"), { providerStatus: null })
  recordEvent(actor, `subscription-attempt.${state}`, attempt.id, {
    before: { state: attempt.state },
    after: { state, ...facts },
  })
  return true
}

export const isAttempt = ({ schoolId, id }: { schoolId: string; id: string }) =>
  ofSchool(schoolId, subscriptionAttempts, id)
