import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { and, asc, count, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { standingNow } from "~/models/accounts/subscription/stored-state.server"
import { findNewestAttempt, findPaidStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import { settleCases } from "~/models/accounts/subscription-case/subscription-case.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { isNoAnswer } from "~/providers/payment-provider"
import { PER_PAGE } from "~/utils/page-number"
import { platformProvider } from "~/utils/payment-providers"
import type { StaffQuery } from "../staff/staff-query"
import { anyHolds } from "../staff/staff-search.server"
import { recordStaffAct } from "../staff-act/staff-act.server"
import { agreementOf } from "./paid-subscriptions"

// Our state of every subscription that was ever paid, beside what the provider said when it was last asked.

export const subscriptionViews = ["all", "differing"] as const
type View = (typeof subscriptionViews)[number]

/** Where the provider's word and ours do not fit, as the database can say it; `agreementOf` says the same of one row. */
const differing = or(
  and(isNull(subscriptions.providerSubscriptionId), ne(subscriptions.status, "expired")),
  eq(subscriptions.providerStatus, "NOT_FOUND"),
  and(
    isNotNull(subscriptions.providerStatus),
    sql`case ${subscriptions.status}
      when 'active' then ${subscriptions.providerStatus} <> 'ACTIVE'
      when 'suspended' then ${subscriptions.providerStatus} <> 'SUSPENDED'
      when 'cancelled' then ${subscriptions.providerStatus} not in ('CANCELLED', 'SUSPENDED')
      when 'expired' then ${subscriptions.providerStatus} = 'ACTIVE'
      else 0 end`,
  ),
)

/** A page of them by school name; the search looks at the school's name and the provider's id. */
export function listPaidSubscriptions(_staff: SuperActor, { search, show, page }: StaffQuery<View>) {
  const paid = and(ne(subscriptions.status, "pending"), isNull(schools.demoUntil))
  const fits = and(
    paid,
    show === "differing" ? differing : undefined,
    search ? anyHolds(search, schools.name, subscriptions.providerSubscriptionId) : undefined,
  )
  const from = () =>
    select({ n: count() }).from(subscriptions).innerJoin(schools, eq(schools.id, subscriptions.schoolId))
  const rows = select({
    schoolId: subscriptions.schoolId,
    schoolName: schools.name,
    plan: subscriptions.plan,
    interval: subscriptions.interval,
    state: subscriptions.status,
    standing: standingNow(),
    ...columns(subscriptions, "paidUntil", "providerSubscriptionId", "providerStatus", "providerAskedAt"),
  })
    .from(subscriptions)
    .innerJoin(schools, eq(schools.id, subscriptions.schoolId))
    .where(fits)
    .orderBy(asc(sql`${schools.name} collate nocase`), asc(schools.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return {
    total: from().where(fits).get()?.n ?? 0,
    differing: from().where(and(paid, differing)).get()?.n ?? 0,
    rows: rows.map((row) => ({
      ...row,
      agreement: agreementOf({ ...row, status: row.state }),
    })),
  }
}

/** What staff learn from asking: the words for the message after it. */
export const checkedTexts = {
  same: `Tutti and ${platformProvider} match.`,
  changed: `Updated to match ${platformProvider}.`,
  unreachable: `We can’t reach ${platformProvider} right now. Try again in a minute.`,
  none: `This school has no ${platformProvider} subscription.`,
} as const

export type Checked = keyof typeof checkedTexts

/** Platform staff ask the provider about a school, now: its running subscription, or its newest try. In the school's log. */
export async function checkWithProvider(staff: SuperActor, school: Actor): Promise<Checked> {
  const before = findPaidStatus(school)
  const checked = await ask(school)
  transact(() => {
    recordStaffAct(staff, school, {
      verb: "check-with-provider",
      reason: checkedTexts[checked],
      told: `Support checked the subscription with ${platformProvider}.`,
    })
    if (before !== "active" && findPaidStatus(school) === "active") settleCases(school, "activation-asked")
  })
  return checked
}

async function ask(school: Actor): Promise<Checked> {
  const before = findPaidStatus(school)
  const attempt = findNewestAttempt(school)
  if (attempt && attempt.state !== "activated") {
    const { state } = await confirmSubscription(school, { attemptId: attempt.id })
    if (isNoAnswer(state)) return "unreachable"
  }
  const reconciled = await reconcileSubscription(school)
  if (isNoAnswer(reconciled)) return before === findPaidStatus(school) ? "unreachable" : "changed"
  if (reconciled !== "none") return before === findPaidStatus(school) ? reconciled : "changed"
  return attempt ? "same" : "none"
}
