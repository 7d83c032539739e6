import { db } from "db/client.server"
import { students, teachers } from "db/schema/people"
import { classes, enrollments, makeUpCredits, seats, sessions } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { addDays, addMinutes, earlierOf, instantOf, minutesOfDay, today, weekday } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { listClosures } from "../closure/closure.server"
import type { PortalStudent } from "../portal/portal"
import { overlapsQuery } from "../session/clash.server"
import { listHours } from "../teacher-time/availability.server"
import { listDaysAway } from "../teacher-time/time-off.server"
import type { Offer, Offers } from "./make-up"

// Times at which a missed private lesson can be made up without asking anybody: in the hours the teacher has said, where
// teacher, room and student are free, within three weeks and before the credit ends.

const [daysAhead, stepMinutes, mostOffers] = [21, 30, 24]

/** What is offered for the student's oldest credit. */
export function listOffers(actor: Actor, student: PortalStudent): Offers {
  if (student.as === "child") return { ok: false, reason: "a-child" }
  const credit = findOldestCredit(actor, student.id)
  if (!credit) return { ok: false, reason: "no-credit" }
  const { teacherId, roomId, classId, minutes } = credit
  if (credit.kind !== "private" || !teacherId || !isAlone(actor, classId, student.id))
    return { ok: false, reason: "ask-the-school" }
  const hours = listHours(actor, teacherId)
  if (hours.length === 0) return { ok: false, reason: "ask-the-school" }

  const zone = actor.school.timeZone
  const from = today(zone, now())
  const to = earlierOf(addDays(from, daysAhead), credit.expiresOn)
  const silent = [...listClosures(actor, from, to), ...listDaysAway(actor, teacherId, from, to)]
  const period = {
    startsAt: instantOf(from, "00:00", zone),
    endsAt: instantOf(addDays(to, 1), "00:00", zone),
  }
  const busy = [
    ...overlapsQuery(actor, period, "teacher", [teacherId]).all(),
    ...overlapsQuery(actor, period, "student", [student.id]).all(),
    ...(roomId ? overlapsQuery(actor, period, "room", [roomId]).all() : []),
  ]
  const earliest = now() + actor.school.noticeHours * 3_600_000
  const offers: Offer[] = []
  for (let date = from; date <= to && offers.length < mostOffers; date = addDays(date, 1)) {
    if (silent.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)) continue
    for (const { fromTime, toTime } of hours.filter((each) => each.weekday === weekday(date))) {
      const latest = minutesOfDay(toTime) - minutes
      for (let start = minutesOfDay(fromTime); start <= latest; start += stepMinutes) {
        const startTime = addMinutes("00:00", start)
        const startsAt = instantOf(date, startTime, zone)
        const endsAt = startsAt + minutes * 60_000
        if (startsAt < earliest || offers.length >= mostOffers) continue
        if (!busy.some((booking) => booking.startsAt < endsAt && startsAt < booking.endsAt))
          offers.push({ date, startTime })
      }
    }
  }
  const { className, teacherName, expiresOn } = credit
  return { ok: true, className, teacherName, minutes, creditUntil: expiresOn, offers }
}

/** The open credit that ends first, with the class it came from. */
export function findOldestCredit(actor: Actor, studentId: string) {
  return db()
    .select({
      minutes: makeUpCredits.minutes,
      expiresOn: makeUpCredits.expiresOn,
      classId: classes.id,
      className: classes.name,
      kind: classes.kind,
      roomId: classes.roomId,
      teacherId: teachers.id,
      teacherName: teachers.name,
    })
    .from(makeUpCredits)
    .innerJoin(
      seats,
      and(eq(seats.schoolId, makeUpCredits.schoolId), eq(seats.id, makeUpCredits.originSeatId)),
    )
    .innerJoin(sessions, and(eq(sessions.schoolId, seats.schoolId), eq(sessions.id, seats.sessionId)))
    .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
    .innerJoin(teachers, and(eq(teachers.schoolId, classes.schoolId), eq(teachers.id, classes.teacherId)))
    .where(
      and(
        eq(makeUpCredits.schoolId, actor.school.id),
        eq(makeUpCredits.studentId, studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, today(actor.school.timeZone, now())),
        isNull(teachers.deactivatedAt),
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .limit(1)
    .get()
}

/** Whether the class is this student's alone, today and later: nobody else would be expected at another time. */
function isAlone(actor: Actor, classId: string, studentId: string): boolean {
  const enrolled = db()
    .select({ id: students.id })
    .from(enrollments)
    .innerJoin(
      students,
      and(eq(students.schoolId, enrollments.schoolId), eq(students.id, enrollments.studentId)),
    )
    .where(
      and(
        eq(enrollments.schoolId, actor.school.id),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, today(actor.school.timeZone, now()))),
      ),
    )
    .all()
  return enrolled.length > 0 && enrolled.every(({ id }) => id === studentId)
}
