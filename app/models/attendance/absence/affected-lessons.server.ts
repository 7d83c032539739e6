import { classTeachers } from "db/schema/teaching"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { and, between, eq, isNull, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns } from "~/models/foundation/access/own.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { whileCoTaught, whileSubstituted } from "~/models/teaching/co-teacher/co-teacher.server"
import { beginsLater } from "~/models/teaching/session/begins-later.server"
import { isAwayAt, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { earliestDay } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"

type Stretch = Pick<TimeOff, "teacherId" | "startsOn" | "endsOn" | "fromTime" | "toTime">

/** The lessons to come that a teacher would miss, in order of time: planned, and still theirs, alone or with others. */
export function listAffected(actor: Actor, off: Stretch): string[] {
  return readPlanned(actor, [off])
    .filter((lesson) => misses(off, lesson))
    .map(({ id }) => id)
}

const misses = (off: Stretch, lesson: PlannedLesson) =>
  lesson.missedBy === off.teacherId &&
  isAwayAt(off, {
    date: lesson.localDate,
    from: lesson.startTime,
    to: addMinutes(lesson.startTime, lesson.minutes),
  })

type PlannedLesson = {
  id: string
  missedBy: string | null
  localDate: string
  startTime: string
  minutes: number
  startsAt: number
}

const planned = columns(sessions, "id", "localDate", "startTime", "minutes", "startsAt")

/** What teachers would give, each lesson once for each of them: their own, and those they give with others. */
function readPlanned(actor: Actor, stretches: readonly Stretch[]): PlannedLesson[] {
  const first = earliestDay(stretches.map(({ startsOn }) => startsOn))
  const last = stretches.map(({ endsOn }) => endsOn).reduce((a, b) => (a > b ? a : b), "")
  const from = todayOf(actor)
  const teacherIds = [...new Set(stretches.map(({ teacherId }) => teacherId))]
  const found = plannedQuery.all(actor, {
    teacherIds: JSON.stringify(teacherIds),
    from: first > from ? first : from,
    to: last,
    present: now(),
  })
  return found.sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
}

const plannedQuery = query(
  (p: Params<{ teacherIds: string; from: string; to: string; present: number }>, own) => {
    const toCome = and(
      between(sessions.localDate, p.from, p.to),
      eq(sessions.state, "planned"),
      isNull(sessions.registerTakenAt),
      beginsLater(p.present),
    )
    // What goes on with the others, as someone has decided, isn't asked again.
    const isOpen = sql`instr(coalesce(${sessions.keptDespite}, ''), 'co-away') = 0`
    // Cross joins keep SQLite to the written order: the few classes and places of these teachers, then their lessons.
    return unionAll(
      select({ ...planned, missedBy: sql<string | null>`${sessions.teacherId}` })
        .from(sessions)
        .where(and(own(sessions), among(sessions.teacherId, p.teacherIds), toCome)),
      select({ ...planned, missedBy: sql<string | null>`${classTeachers.teacherId}` })
        .from(classTeachers)
        .crossJoin(sessions)
        .where(
          and(
            own(classTeachers),
            among(classTeachers.teacherId, p.teacherIds),
            whileCoTaught,
            toCome,
            isOpen,
          ),
        ),
      select({ ...planned, missedBy: sql<string | null>`${coSubstitutes.substituteId}` })
        .from(coSubstitutes)
        .crossJoin(sessions)
        .where(
          and(
            own(coSubstitutes),
            among(coSubstitutes.substituteId, p.teacherIds),
            whileSubstituted,
            toCome,
            isOpen,
          ),
        ),
    )
  },
)

/**
 * Requests for days off that wait for the office, none of a teacher who left, and absences to come or under way, each with how many
 * lessons no one has arranged yet; those that begin first before the others.
 */
export function listAbsenceWork(actor: Actor): {
  requests: TimeOff[]
  absences: (TimeOff & { toArrange: number })[]
} {
  const from = todayOf(actor)
  const all = listTimeOff(actor, { from, states: ["requested", "approved"] })
  const teaching = new Set(listTeachers(actor).map(({ id }) => id))
  return {
    requests: all.filter(({ state, teacherId }) => state === "requested" && teaching.has(teacherId)),
    absences: withLessons(
      actor,
      all.filter(({ state }) => state === "approved"),
    ),
  }
}

function withLessons(actor: Actor, stretches: readonly TimeOff[]) {
  if (stretches.length === 0) return []
  const planned = groupBy(readPlanned(actor, stretches), ({ missedBy }) => missedBy)
  return stretches.map((off) => ({
    ...off,
    toArrange: (planned.get(off.teacherId) ?? []).filter((lesson) => misses(off, lesson)).length,
  }))
}
