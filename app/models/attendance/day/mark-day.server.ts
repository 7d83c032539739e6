import { transactBriefly } from "db/brief-transactions.server"
import { teachers } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, eq, isNotNull, sql } from "drizzle-orm"
import { readRegister, undoRegister } from "~/models/attendance/register/read-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { givenBy } from "~/models/teaching/co-teacher/co-teacher.server"
import { noticeCounts, suggestedCode } from "~/models/teaching/seat/seat"
import { findSeatedSession, ownSessions } from "~/models/teaching/seat/seated-session.server"
import { type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import type { RegisterRefusal } from "~/texts/attendance/refusals"
import { formatTimeRange } from "~/utils/clock-times"
import type { Result } from "~/utils/result"
import type { NewMark } from "../register/register"
import { takeInTransaction } from "../register/take-register.server"
import type { DayMarking, DayMarkingLesson } from "./mark-day"
import { isMarkable } from "./teaching-day.server"

// A whole day of one teacher at once: everyone is present, those with an absence notice as the notice says. What has
// attendance already is never touched.

/** What would be marked, without marking it. */
export function planDay(actor: Actor, day: string, teacherId: string | undefined): DayMarking {
  const rows = listSessionsOn(actor, day, day, { teacherId }, []).filter(({ state }) => state === "planned")
  const markable = rows.filter(isMarkable)
  const exceptions = listExceptions(
    actor,
    markable.map(({ id }) => id),
  )
  return {
    lessons: markable.map((row) => planOf(row, exceptions.get(row.id) ?? new Map())),
    taken: rows.filter(({ register }) => register === "taken").length,
    later: rows.filter((row) => row.register !== "taken" && !isMarkable(row)).length,
  }
}

function planOf(row: SessionRow, codes: ReadonlyMap<string, "excused" | "absent">): DayMarkingLesson {
  const others = row.students.flatMap(({ id, name }) => {
    const code = codes.get(id)
    return code ? [{ name, code }] : []
  })
  return {
    id: row.id,
    title: sessionTitle(row),
    range: formatTimeRange(row.startTime, sessionEnd(row)),
    present: row.students.flatMap(({ id, name }) => (codes.has(id) ? [] : [name])),
    others,
  }
}

/** What the absence notices of these lessons suggest, by lesson and student. */
function listExceptions(
  actor: Actor,
  sessionIds: readonly string[],
): Map<string, Map<string, "excused" | "absent">> {
  const rows = select({
    sessionId: seats.sessionId,
    studentId: seats.studentId,
    at: sql<number>`${seats.noticeAt}`,
    excusedBy: seats.excusedBy,
    startsAt: sessions.startsAt,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(actor, seats),
        sql`${seats.sessionId} in (select value from json_each(${JSON.stringify(sessionIds)}))`,
        isNotNull(seats.noticeAt),
      ),
    )
    .all()
  const found = new Map<string, Map<string, "excused" | "absent">>()
  for (const { sessionId, studentId, at, excusedBy, startsAt } of rows) {
    const inTime = noticeCounts({ at, excusedBy }, startsAt, actor.school.noticeHours)
    const code = suggestedCode({ notice: { at, text: null, inTime, excusedBy } })
    if (code !== "excused" && code !== "absent") continue
    found.set(sessionId, (found.get(sessionId) ?? new Map()).set(studentId, code))
  }
  return found
}

/**
 * Takes attendance of one lesson as it is expected, but for the marks that were chosen. Refused once there is any: a mark that
 * exists stays as it is.
 */
export function takeAsExpected(
  actor: Actor,
  sessionId: string,
  chosen: readonly NewMark[] = [],
): Result<void, RegisterRefusal> {
  return transactBriefly(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "session-unknown" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "stale" }
    const isChosen = new Set(chosen.map(({ studentId }) => studentId))
    const others = readRegister(actor, session)
      .filter(({ mark, studentId }) => !mark && !isChosen.has(studentId))
      .map((seat) => ({ studentId: seat.studentId, code: suggestedCode(seat) }))
    const taken = takeInTransaction(actor, sessionId, { marks: [...others, ...chosen] })
    return taken.ok ? { ok: true } : { ok: false, reason: taken.reason }
  })
}

/** Undoes what the actor took of a day between two instants (UTC ms); answers how many lessons, and how many stay. */
export function undoDay(
  actor: Actor,
  {
    day,
    teacherId,
    since,
    until,
  }: { day: string; teacherId: string | undefined; since: number; until: number },
): { undone: number; kept: number } {
  const rows = select({ id: sessions.id })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        ownSessions(actor),
        eq(sessions.localDate, day),
        teacherId ? givenBy(actor, teacherId) : undefined,
        eq(sessions.registerTakenBy, actor.memberId ?? ""),
        between(sessions.registerTakenAt, since, until),
      ),
    )
    .all()
  const undone = rows.filter(({ id }) => undoRegister(actor, id).ok).length
  return { undone, kept: rows.length - undone }
}
