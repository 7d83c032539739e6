import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { listMissingIds } from "~/models/teaching/missing-register/missing-registers.server"
import { guestKinds } from "~/models/teaching/seat/seat"
import { sessionsOfMember } from "~/models/teaching/seat/seated-session.server"
import { nowOn, scoreParts, scoreRange } from "~/models/teaching/session/score"
import { namesAway, type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOnWith } from "~/models/teaching/session/session-list.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf, formatClock, formatTimeRange } from "~/utils/formats"
import { opensBeforeMs } from "../register/register"
import type { RegisterView } from "../register/register-view"
import { findRegister } from "../register/register-view.server"
import { listLastNotes } from "../register/student-notes.server"
import { type DayLesson, type DayStaff, type NextLesson, withRoomForNames } from "./teaching-day"

type TeachingDay = {
  staff: DayStaff | null
  lessons: DayLesson[]
  tomorrow: DayLesson[]
  /** Lessons that have ended without attendance, the oldest first. */
  missing: SessionRow[]
  open: { register: RegisterView; next: NextLesson | null; range: string; minutesLeft: number | null } | null
  /** What the button says that takes attendance for those that could be marked now; null for fewer than two. */
  markableText: string | null
}

/**
 * A teacher's day with one lesson open: the one that is asked for; else the one under way without attendance, or the next from
 * ten minutes before. The number of queries doesn't depend on the lessons.
 */
export function findTeachingDay(actor: Actor, day: string, openId?: string): TeachingDay {
  const missing = new Set(listMissingIds(actor))
  const nextDay = addDays(day, 1)
  const rows = listSessionsOnWith(actor, day, nextDay, [...missing])
  const ofDay = rows.filter(({ localDate }) => localDate === day)
  const notes = listLastNotes(actor, ofDay, day)
  const lesson = (row: SessionRow) => lessonOf(row, notes.get(row.id) ?? null)
  const asked = ofDay.find(({ id }) => id === openId)
  const opened = asked ?? ofDay.find(isUnderWay)
  const register = opened ? findRegister(actor, opened.id) : undefined
  return {
    staff: ofDay.length > 0 ? staffOf(actor, ofDay, day) : null,
    lessons: ofDay.map(lesson),
    tomorrow: rows.filter(({ localDate }) => localDate === nextDay).map(lesson),
    missing: rows.filter(({ id }) => missing.has(id)),
    open:
      opened && register
        ? {
            register,
            next: nextAmong(ofDay.map(followingOf), opened.id),
            range: formatTimeRange(opened.startTime, sessionEnd(opened)),
            minutesLeft: minutesLeftOf(opened),
          }
        : null,
    markableText: markableText(ofDay.filter(isMarkable).length),
  }
}

/** The lesson that the same teacher goes on with that day: the next without attendance, else the first that was left out. */
export function findNextLesson(
  actor: Actor,
  lesson: { id: string; localDate: string; teacherId: string | null },
): NextLesson | null {
  if (!lesson.teacherId) return null
  const rows = ofDayQuery(actor.role === "teacher" ? "own" : "all").all(actor, {
    memberId: actor.memberId ?? "",
    teacherId: lesson.teacherId,
    day: lesson.localDate,
  })
  return nextAmong(
    rows.map(({ className, kind, ...row }) => ({ ...row, name: nextName(kind, className) })),
    lesson.id,
  )
}

const ofDayQuery = queryEach(
  (whose: "own" | "all", p: Params<{ memberId: string; teacherId: string; day: string }>, own) =>
    select({
      id: sessions.id,
      className: classes.name,
      kind: classes.kind,
      startTime: sessions.startTime,
      startsAt: sessions.startsAt,
      state: sessions.state,
      isTaken: sql<number>`${sessions.registerTakenAt} is not null`.mapWith(Boolean),
    })
      .from(sessions)
      .innerJoin(classes, joined(classes, sessions.classId))
      .where(
        and(
          own(sessions),
          whose === "own" ? sessionsOfMember() : eq(sessions.teacherId, p.teacherId),
          eq(sessions.localDate, p.day),
        ),
      )
      .orderBy(asc(sessions.startsAt), asc(sessions.id)),
)

type Following = {
  id: string
  name: string
  startTime: string
  startsAt: number
  state: string
  isTaken: boolean
}

function nextAmong(rows: readonly Following[], afterId: string): NextLesson | null {
  const index = rows.findIndex(({ id }) => id === afterId)
  const isLeft = ({ id, state, isTaken }: Following) => state === "planned" && !isTaken && id !== afterId
  const hasOpened = ({ startsAt }: Following) => startsAt - opensBeforeMs <= now()
  const next = rows.slice(index + 1).find(isLeft) ?? rows.filter(hasOpened).find(isLeft)
  return next ? { id: next.id, label: `${next.name}, ${formatClock(next.startTime)}` } : null
}

/** Whether attendance can be taken now and hasn't been. */
export const isMarkable = ({ state, register, startsAt }: SessionRow): boolean =>
  state === "planned" && register !== "taken" && register !== "leave" && startsAt - opensBeforeMs <= now()

const isUnderWay = (row: SessionRow): boolean => isMarkable(row) && row.endsAt > now()

function minutesLeftOf({ startsAt, endsAt }: SessionRow): number | null {
  const at = now()
  return startsAt <= at && at < endsAt ? Math.ceil((endsAt - at) / 60_000) : null
}

const isPrivate = ({ kind }: SessionRow) => kind === "private" || kind === "trial"

function lessonOf(row: SessionRow, lastNote: DayLesson["lastNote"]): DayLesson {
  const students = isPrivate(row)
    ? row.kind === "trial"
      ? "trial lesson"
      : null
    : countOf(row.students.length, "student")
  const isTapped = isPrivate(row) && row.state === "planned" && row.register !== "taken"
  return {
    id: row.id,
    title: sessionTitle(row),
    time: formatClock(row.startTime),
    range: formatTimeRange(row.startTime, sessionEnd(row)),
    about: [row.roomName, students].filter(Boolean).join(", "),
    register: row.register,
    notComing: namesAway(row),
    guests: row.students.flatMap(({ name, kind }) =>
      kind === "enrolled" || row.kind === "trial" ? [] : [`${name}, ${guestKinds[kind]}`],
    ),
    lastNote,
    opensAtMs: row.startsAt - opensBeforeMs,
    tap: isTapped && row.notComing.length === 0 ? row.students.map(({ id }) => id) : [],
  }
}

/** What a lesson is called where there is little room: a first name, or the first word of the class. */
const shortTitle = (row: SessionRow) => firstWord(sessionTitle(row))
const firstWord = (text: string) => text.split(/[\s,]/)[0] ?? ""
/** On a button: a student's first name, or the whole name of a group. */
const nextName = (kind: SessionRow["kind"], title: string) =>
  kind === "private" || kind === "trial" ? firstWord(title) : title
const followingOf = (row: SessionRow): Following => ({
  ...row,
  name: nextName(row.kind, sessionTitle(row)),
  isTaken: row.register === "taken",
})

const states = {
  taken: "taken",
  missing: "missing",
  live: "now",
  expected: "upcoming",
  cancelled: "canceled",
  leave: "on leave",
}

function staffOf(actor: Actor, rows: SessionRow[], day: string): DayStaff {
  const range = scoreRange(rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parts = scoreParts(rows, { range, by: "teacher", expressions: new Map() })
  const lessons = parts.flatMap(({ cells }) =>
    cells.flatMap(({ id, head, column, length }) => {
      const row = byId.get(id)
      if (!row) return []
      const time = formatClock(row.startTime)
      return [{ id, name: shortTitle(row), head, time, state: states[row.register], column, length }]
    }),
  )
  return {
    columns: range.columns,
    hours: range.hours,
    lessons: withRoomForNames(
      lessons.sort((a, b) => a.column - b.column),
      range.columns,
    ),
    now: nowOn(day, range, actor.school.timeZone, now()),
  }
}

/** The button that takes attendance for several lessons at once; null where there aren't as many. */
const markableText = (markable: number): string | null =>
  markable > 1 ? `Take attendance for ${countOf(markable, "lesson")}` : null
