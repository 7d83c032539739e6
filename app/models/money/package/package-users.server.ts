import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"

/** The children of a family with a class, today or later, whose lessons are taken from packages. */
export const listPackageUsers = (actor: Actor, familyId: string): string[] =>
  partUsers(actor, familyId, null).users

/** The children of a family with classes, none of which takes lessons from packages for this kind of class; null for any kind. */
export const listNonUsers = (actor: Actor, familyId: string, classKind: ClassKind | null): string[] =>
  partUsers(actor, familyId, classKind).others

type ClassKind = (typeof classes.$inferSelect)["kind"]

function partUsers(actor: Actor, familyId: string, classKind: ClassKind | null) {
  const day = todayOf(actor)
  const rows = select({
    studentId: students.id,
    classId: enrollments.classId,
    kind: classes.kind,
    startsOn: enrollments.startsOn,
    ...agreedOn(sql`max(enrollments.starts_on, ${day})`),
  })
    .from(students)
    .innerJoin(enrollments, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
        or(isNull(classes.endedOn), gte(classes.endedOn, day)),
      ),
    )
    .orderBy(asc(enrollments.startsOn))
    .all()
  const prices = listClassPrices(actor, [...new Set(rows.map(({ classId }) => classId))])
  const isByPackage = (row: (typeof rows)[number]) =>
    (classKind === null || row.kind === classKind) &&
    priceOf(row, prices.get(row.classId) ?? [], laterOf(row.startsOn, day))?.billing === "package"
  const idsOf = (some: typeof rows) => [...new Set(some.map(({ studentId }) => studentId))]
  const users = idsOf(rows.filter(isByPackage))
  return { users, others: idsOf(rows).filter((id) => !users.includes(id)) }
}
