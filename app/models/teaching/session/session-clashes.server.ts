import type { Actor } from "~/models/foundation/access/actor"
import { addMinutes } from "~/utils/clock-times"
import { awayText, isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import { clashText } from "./clash"
import { findClashes } from "./clash.server"
import { findFreeTimes } from "./free-times.server"
import type { SessionRow } from "./session"
import { findSession } from "./session-list.server"
import { withAway } from "./week-body.server"

/** A session with what it has booked twice, as text, and three free times near it when it has. */
export function findSessionClashes(actor: Actor, sessionId: string) {
  const session = findSession(actor, sessionId)
  if (!session) return undefined
  if (!session.clash) return { session, clashes: [], alternatives: [] }
  return {
    session,
    clashes: listClashTexts(actor, session),
    alternatives: findFreeTimes(actor, {
      ...concernedBy(session),
      minutes: session.minutes,
      near: { date: session.localDate, startTime: session.startTime },
    }),
  }
}

/** Why a lesson is red on the schedule before it takes place: what it has booked twice, and who of its teachers is away. */
export function listConflicts(actor: Actor, session: SessionRow): string[] {
  return [...(session.clash ? listClashTexts(actor, session) : []), ...listAwayTexts(actor, session)]
}

function listClashTexts(actor: Actor, session: SessionRow): string[] {
  const { startsAt, endsAt } = session
  const clashes = findClashes(actor, { ...concernedBy(session), startsAt, endsAt })
  return [...new Set(clashes.map(clashText))]
}

function listAwayTexts(actor: Actor, session: SessionRow): string[] {
  const { localDate: date, startTime: from, minutes, register } = session
  if (register !== "expected" && register !== "live") return []
  const teacherIds = [session.teacherId, ...(session.coTeachers ?? []).map(({ id }) => id)]
  const span = { date, from, to: addMinutes(from, minutes) }
  const off = listTimeOff(actor, { from: date, to: date, states: ["approved"] }).filter(
    (each) => teacherIds.includes(each.teacherId) && isAwayAt(each, span),
  )
  const [shown] = off.length > 0 ? withAway(actor, [session], off) : []
  return shown?.away ? off.map((each) => awayText(each.teacherName, each)) : []
}

const concernedBy = ({ id, teacherId, coTeachers, roomId, students }: SessionRow) => ({
  teacherId,
  coTeacherIds: coTeachers?.map((each) => each.id) ?? [],
  roomId,
  studentIds: students.map((student) => student.id),
  exceptSessionId: id,
})
