import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNull, not, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { isByPackage } from "~/models/teaching/seat/billing-state.server"
import { onInvoice, standing, uncorrected } from "../charge/charge-query.server"
import { withdrawAll } from "../charge/seat-charges.server"
import { coverSeat } from "./package-cover.server"

// Lessons of classes that are paid by package, charged because no package had any left. While they are on no invoice, a
// package sold later can take them instead.

type ChargedLesson = {
  chargeId: string
  seatId: string
  studentId: string
  firstName: string
  classKind: string
  localDate: string
  /** What attendance charges less what packages gave; hundredths of a lesson. */
  units: number
  amountMinor: number
}

/** A family's lessons beyond its packages that are charged and on no invoice, the oldest first. */
const listChargedLessons = (actor: Actor, familyId: string): ChargedLesson[] =>
  select({
    chargeId: charges.id,
    seatId: seats.id,
    studentId: seats.studentId,
    firstName: students.firstName,
    classKind: classes.kind,
    localDate: sessions.localDate,
    units: sql<number>`${marks.chargedPercent} - (select coalesce(sum(u.units), 0) from package_uses u
        where u.school_id = ${seats.schoolId} and u.seat_id = ${seats.id} and u.released_at is null)`,
    amountMinor: charges.amountMinor,
  })
    .from(charges)
    .innerJoin(seats, joined(seats, charges.seatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
    .where(
      and(
        own(actor, charges),
        eq(charges.familyId, familyId),
        eq(charges.source, "seat"),
        standing,
        not(onInvoice),
        uncorrected,
        isByPackage,
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(seats.id))
    .all()
    .filter(({ units }) => units > 0)

type NewPackage = {
  packageId: string
  name: string
  familyId: string
  studentId: string | null
  classKind: string | null
  expiresOn: string | null
  /** What it has left, in hundredths of a lesson. */
  units: number
}

/**
 * Takes charged lessons from a new package instead, in the caller's transaction: the oldest first, each whole, as far as
 * the package goes. Answers how many.
 */
export function takeCharged(actor: Actor, bought: NewPackage): number {
  const { packageId, studentId, classKind, expiresOn } = bought
  let left = bought.units
  const taken = listChargedLessons(actor, bought.familyId).filter((lesson) => {
    const isOfPackage =
      (studentId === null || lesson.studentId === studentId) &&
      (classKind === null || lesson.classKind === classKind) &&
      (expiresOn === null || lesson.localDate <= expiresOn)
    if (!isOfPackage || lesson.units > left) return false
    left -= lesson.units
    return true
  })
  withdrawAll(actor, taken, `Taken from ${bought.name}`)
  for (const { seatId, units } of taken)
    coverSeat(actor, seatId, { release: [], taken: [{ packageId, units }], waiting: 0 })
  return taken.length
}

/** How many lessons of each child could be taken, and for how much money; minor units. */
export function sumChargedLessons(actor: Actor, familyId: string) {
  const lessons = listChargedLessons(actor, familyId)
  const names = [...new Set(lessons.map(({ firstName }) => firstName))]
  return {
    lessons: lessons.length,
    amountMinor: lessons.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    children: names.map((firstName) => ({
      firstName,
      lessons: lessons.filter((lesson) => lesson.firstName === firstName).length,
    })),
  }
}
