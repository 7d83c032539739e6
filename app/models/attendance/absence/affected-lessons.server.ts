import { db } from "db/client.server"
import { classTeachers } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { whileCoTaught } from "~/models/teaching/co-teacher/co-teacher.server"
import { isAwayAt, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"

type Stretch = Pick<TimeOff, "teacherId" | "startsOn" | "endsOn" | "fromTime" | "toTime">

/** The lessons to come that a teacher would miss, in order of time: planned, and still theirs. */
export function listAffected(actor: Actor, off: Stretch): string[] {
  return readPlanned(actor, [off])
    .filter((lesson) => misses(off, lesson))
    .map(({ id }) => id)
}

const misses = (off: Stretch, lesson: ReturnType<typeof readPlanned>[number]) =>
  lesson.teacherId === off.teacherId &&
  isAwayAt(off, {
    date: lesson.localDate,
    from: lesson.startTime,
    to: addMinutes(lesson.startTime, lesson.minutes),
  })

function readPlanned(actor: Actor, stretches: readonly Stretch[]) {
  const first = stretches.map(({ startsOn }) => startsOn).reduce((a, b) => (a < b ? a : b), "9999-12-31")
  const last = stretches.map(({ endsOn }) => endsOn).reduce((a, b) => (a > b ? a : b), "")
  const from = today(actor.school.timeZone, now())
  return db()
    .select({
      id: sessions.id,
      teacherId: sessions.teacherId,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
    })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.teacherId, [...new Set(stretches.map(({ teacherId }) => teacherId))]),
        between(sessions.localDate, first > from ? first : from, last),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        gt(sessions.startsAt, now()),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
}

/** How many lessons to come a teacher would miss that others give with them: these go on, unless the office settles them. */
export function countBeside(actor: Actor, off: Stretch): number {
  const day = today(actor.school.timeZone, now())
  return (
    db()
      .select({ date: sessions.localDate, from: sessions.startTime, minutes: sessions.minutes })
      .from(classTeachers)
      // A cross join keeps SQLite to the written order: the few classes of the co-teacher, then their lessons.
      .crossJoin(sessions)
      .where(
        and(
          own(actor, classTeachers),
          eq(classTeachers.teacherId, off.teacherId),
          whileCoTaught,
          between(sessions.localDate, off.startsOn > day ? off.startsOn : day, off.endsOn),
          eq(sessions.state, "planned"),
          gt(sessions.startsAt, now()),
          sql`instr(coalesce(${sessions.keptDespite}, ''), 'co-away') = 0`,
        ),
      )
      .all()
      .filter(({ date, from, minutes }) => isAwayAt(off, { date, from, to: addMinutes(from, minutes) }))
      .length
  )
}

/** Absences to come or under way, each with how many lessons nobody has arranged yet; soonest first. */
export function listAbsences(actor: Actor): (TimeOff & { toArrange: number })[] {
  const from = today(actor.school.timeZone, now())
  const stretches = listTimeOff(actor, { from, states: ["approved"] })
  if (stretches.length === 0) return []
  const planned = groupBy(readPlanned(actor, stretches), ({ teacherId }) => teacherId)
  return stretches.map((off) => ({
    ...off,
    toArrange: (planned.get(off.teacherId) ?? []).filter((lesson) => misses(off, lesson)).length,
  }))
}

/** Requests for days off that wait for the office, those that begin first before the others. */
export const listRequests = (actor: Actor): TimeOff[] =>
  listTimeOff(actor, { from: today(actor.school.timeZone, now()), states: ["requested"] })

/** What the office has to do about absences: requests to answer, and absences with lessons to arrange. */
export function countAbsenceWork(actor: Actor): { requests: number; lessons: number } {
  return {
    requests: listRequests(actor).length,
    lessons: listAbsences(actor).reduce((sum, { toArrange }) => sum + toArrange, 0),
  }
}
