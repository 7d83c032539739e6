import { classes, enrollments } from "db/schema/teaching"
import { and, eq, gte, isNotNull, isNull, lt, lte, or, type Placeholder, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"

// A class that goes on as another in the middle of a month, as at the start of a term: the month is one month of the
// earlier class, whose price holds to its end. Otherwise a family would pay the month twice.

/** How an enrollment goes on within the month. Dates are `YYYY-MM-DD`. */
export type GoesOn = { classId: string; startsOn: string; endsOn: string | null }

export type ContinuedTuition = {
  /** Earlier enrollments by their ID, with how each goes on. */
  goesOn: ReadonlyMap<string, GoesOn>
  /** Later enrollments, which owe nothing for the month. */
  isContinuation: (enrollmentId: string) => boolean
}

const earlier = alias(enrollments, "earlier")
const later = alias(enrollments, "later")
const continued = alias(classes, "continued")

/**
 * Who went from one of these classes into its continuation within a month, billed by the month in both: one query for all
 * months asked about, two more for a month in which someone did.
 */
export function listContinuedTuition(
  actor: Actor,
  months: readonly string[],
  classIds: readonly string[],
): (month: string) => ContinuedTuition {
  const sorted = [...months].sort()
  const { first } = monthBounds(sorted[0] ?? "")
  const { last } = monthBounds(sorted.at(-1) ?? "")
  const found = preparedQuery.all(actor, { first, last, classIds: JSON.stringify(classIds) })
  const inMonth = groupBy(found, ({ startsOn }) => monthOf(startsOn))
  return (month) => continuedIn(actor, month, inMonth.get(month) ?? [])
}

type Pair = { earlierId: string; laterId: string } & GoesOn

function continuedIn(actor: Actor, month: string, pairs: readonly Pair[]): ContinuedTuition {
  if (pairs.length === 0) return { goesOn: new Map(), isContinuation: () => false }
  const isMonthly = listMonthly(
    actor,
    month,
    pairs.flatMap(({ earlierId, laterId }) => [earlierId, laterId]),
  )
  const both = pairs.filter(({ earlierId, laterId }) => isMonthly.has(earlierId) && isMonthly.has(laterId))
  const continuations = new Set(both.map(({ laterId }) => laterId))
  return {
    goesOn: new Map(
      both.map(({ earlierId, classId, startsOn, endsOn }) => [earlierId, { classId, startsOn, endsOn }]),
    ),
    isContinuation: (enrollmentId) => continuations.has(enrollmentId),
  }
}

const preparedQuery = query((p: Params<{ first: string; last: string; classIds: string }>, _own, school) =>
  continuedQuery(school, p),
)

type Asked = {
  first: string | Placeholder
  last: string | Placeholder
  classIds: readonly string[] | Placeholder
}

/** Exported for the test that reads its plan. */
export const continuedQuery = (owner: Owner, { first, last, classIds }: Asked) =>
  select({
    earlierId: earlier.id,
    laterId: later.id,
    classId: later.classId,
    startsOn: later.startsOn,
    endsOn: sql<string | null>`case when ${later.endsOn} is null then ${classes.endedOn}
        else min(${later.endsOn}, ifnull(${classes.endedOn}, ${later.endsOn})) end`,
  })
    .from(classes)
    .crossJoin(later)
    .crossJoin(continued)
    .crossJoin(earlier)
    .where(
      and(
        own(owner, classes),
        isNotNull(classes.continuesId),
        joined(classes, later.classId),
        joined(continued, classes.continuesId),
        joined(continued, earlier.classId),
        eq(earlier.studentId, later.studentId),
        or(among(classes.continuesId, classIds), among(classes.id, classIds)),
        sql`${later.startsOn} between ${first} and ${last}`,
        lt(earlier.startsOn, later.startsOn),
        // Who was to start after the earlier class ended owes nothing there.
        or(isNull(continued.endedOn), lte(earlier.startsOn, continued.endedOn)),
        or(isNull(earlier.endsOn), gte(earlier.endsOn, sql`substr(${later.startsOn}, 1, 7) || '-01'`)),
      ),
    )

/** Which of some enrollments are billed by the month on their first day in it. */
function listMonthly(actor: Actor, month: string, enrollmentIds: readonly string[]): ReadonlySet<string> {
  const { first } = monthBounds(month)
  const rows = ownRows(actor, enrollments, {
    id: enrollments.id,
    classId: enrollments.classId,
    startsOn: enrollments.startsOn,
    ...agreedOn(sql`max(enrollments.starts_on, ${first})`),
  })
    .where(among(enrollments.id, enrollmentIds))
    .all()
  const prices = listClassPrices(actor, [...new Set(rows.map(({ classId }) => classId))])
  return new Set(
    rows
      .filter((row) => {
        const day = row.startsOn > first ? row.startsOn : first
        return priceOf(row, prices.get(row.classId) ?? [], day)?.billing === "monthly"
      })
      .map(({ id }) => id),
  )
}
