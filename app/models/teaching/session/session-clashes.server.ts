import type { Actor } from "~/models/foundation/access/actor"
import { clashText } from "./clash"
import { findClashes } from "./clash.server"
import { findFreeTimes } from "./free-times.server"
import { findSession } from "./session-list.server"

/** A session with what it has booked twice, as text, and three free times near it when it has. */
export function findSessionClashes(actor: Actor, sessionId: string) {
  const session = findSession(actor, sessionId)
  if (!session) return undefined
  if (!session.clash) return { session, clashes: [], alternatives: [] }
  const { id, startsAt, endsAt, teacherId, roomId, minutes } = session
  const studentIds = session.students.map((student) => student.id)
  const coTeacherIds = session.coTeachers?.map((each) => each.id) ?? []
  const concerned = { teacherId, coTeacherIds, roomId, studentIds, exceptSessionId: id }
  return {
    session,
    clashes: findClashes(actor, { ...concerned, startsAt, endsAt }).map(clashText),
    alternatives: findFreeTimes(actor, {
      ...concerned,
      minutes,
      near: { date: session.localDate, startTime: session.startTime },
    }),
  }
}
