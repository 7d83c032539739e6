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
export function listPackageUsers(actor: Actor, familyId: string): string[] {
  const day = todayOf(actor)
  const rows = select({
    studentId: students.id,
    classId: enrollments.classId,
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
    priceOf(row, prices.get(row.classId) ?? [], laterOf(row.startsOn, day))?.billing === "package"
  return [...new Set(rows.filter(isByPackage).map(({ studentId }) => studentId))]
}
