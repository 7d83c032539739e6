import { guardians, students } from "db/schema/people"
import { classes, waitingSpots } from "db/schema/teaching"
import { and, gte, isNull, not, notExists, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"

/**
 * The students whose family hears of an offer: someone of it has an address that mail reaches. What no one hears would hold a
 * spot for days, so automatic offers go past the others, and the office calls them. One query.
 */
export function listMailable(actor: Actor, studentIds: readonly string[]): ReadonlySet<string> {
  if (studentIds.length === 0) return new Set()
  const rows = selectDistinct({ id: students.id })
    .from(students)
    .leftJoin(guardians, joined(guardians.familyId, students.familyId))
    .where(
      and(
        own(actor, students),
        among(students.id, studentIds),
        or(isReached(sql`${students.email}`), isReached(sql`${guardians.email}`)),
      ),
    )
    .all()
  return new Set(rows.map(({ id }) => id))
}

/** Classes on whose waiting lists are families that automatic offers go past. */
export type Skipped = { classId: string; className: string; names: string[] }

/** The classes with such families, by name, until the office has reached them or they left the line. One query. */
export function listSkipped(actor: Actor): Skipped[] {
  // Few are left: sorted here, by class, and there as they wait.
  const rows = skippedQuery(actor, todayOf(actor))
    .all()
    .sort((a, b) => a.className.localeCompare(b.className, "en") || a.createdAt - b.createdAt)
  return [...groupBy(rows, ({ classId }) => classId)].map(([classId, those]) => ({
    classId,
    className: those[0]?.className ?? "",
    names: those.map(fullName),
  }))
}

/** Exported for the test that reads its plan. */
export function skippedQuery(actor: Actor, date: string) {
  const reachedGuardian = select({ one: sql`1` })
    .from(guardians)
    .where(and(joined(guardians.familyId, students.familyId), isReached(sql`${guardians.email}`)))
  return select({
    classId: waitingSpots.classId,
    createdAt: waitingSpots.createdAt,
    className: classes.name,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(waitingSpots)
    .innerJoin(classes, joined(classes, waitingSpots.classId))
    .innerJoin(students, joined(students, waitingSpots.studentId))
    .where(
      and(
        own(actor, waitingSpots),
        // Written out rather than as a parameter: only then can SQLite use the index of those who wait.
        sql`${waitingSpots.state} = 'waiting'`,
        or(isNull(classes.endedOn), gte(classes.endedOn, date)),
        not(isReached(sql`${students.email}`)),
        notExists(reachedGuardian),
      ),
    )
}

/** An address, and no mail to it came back. */
const isReached = (email: SQL) =>
  sql`(${email} is not null and not exists (select 1 from returned_addresses r where r.address = lower(trim(${email}))))`
