import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { and, asc, count, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import { standingNow } from "~/models/accounts/subscription/stored-state.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { PER_PAGE } from "~/utils/page-number"
import { agreementOf } from "./paid-subscriptions"
import type { StaffQuery } from "./staff-query"
import { anyHolds } from "./staff-search.server"

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
