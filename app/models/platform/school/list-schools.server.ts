import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { standingNow } from "~/models/accounts/subscription/stored-state.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { MOST_ROWS } from "~/utils/csv.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"
import type { ListedSchool, SchoolFilter } from "./platform-schools"

// All schools as a list: names, plans, states and numbers of members. Nothing of a pupil.

/** One page of the schools that pass the filter, newest first, and how many pass in all; with no page those of a file. Searches the name, and the addresses of those who run it. */
export function listSchools(
  _staff: SuperActor,
  filter: SchoolFilter,
  page: number | null = 1,
): { total: number; schools: ListedSchool[] } {
  const where = and(...conditionsOf(filter))
  const total =
    select({ n: count() })
      .from(schools)
      .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
      .where(where)
      .get()?.n ?? 0
  const rows = select({
    ...columns(schools, "id", "name", "kind", "createdAt"),
    state: standingNow(),
    plan: subscriptions.plan,
    interval: subscriptions.interval,
    members: sql<number>`(select count(*) from ${members} where ${members.schoolId} = ${schools.id} and ${members.deactivatedAt} is null)`,
  })
    .from(schools)
    .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(where)
    .orderBy(desc(schools.createdAt), desc(schools.id))
    .limit(page === null ? MOST_ROWS : PER_PAGE)
    .offset(page === null ? 0 : (page - 1) * PER_PAGE)
    .all()
  return {
    total,
    schools: rows.map(({ plan, ...school }) => ({
      ...school,
      planName: plan ? planCatalogue[plan].name : null,
    })),
  }
}

function conditionsOf({ search, state }: SchoolFilter): SQL[] {
  // Visitors' live demos are no customers.
  const conditions: (SQL | undefined)[] = [isNull(schools.demoUntil)]
  if (search) {
    const pattern = containing(search)
    const run = select({ id: members.schoolId })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(
        and(
          inArray(members.role, officeRoles),
          sql`${users.email} like ${pattern.toLowerCase()} escape '\\'`,
        ),
      )
    conditions.push(or(sql`${schools.name} like ${pattern} escape '\\'`, inArray(schools.id, run)))
  }
  if (state !== "all") conditions.push(eq(standingNow(), state))
  return conditions.filter((condition) => condition !== undefined)
}
