import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { listNotComing } from "../session/not-coming.server"
import { registerStateAt } from "../session/session"

/** How many are shown beside other things of a class, or alone; of those ahead all that are made. */
type Most = 10 | 20 | 200

/** The sessions of a class from now on, the nearest first. */
export function listClassSessions(actor: Actor, classId: string, most: Most) {
  const at = now()
  const found = sessionsQuery.all(actor, { classId, at, most })
  const absences = listNotComing(
    actor,
    found.map(({ id }) => id),
  )
  return found.map(({ registerTakenAt, ...session }) => ({
    ...session,
    register: registerStateAt({ ...session, registerTakenAt }, at),
    notComing:
      registerTakenAt === null && session.state === "planned"
        ? (absences.get(session.id) ?? []).map(({ name }) => name)
        : [],
  }))
}

const sessionsQuery = query((p: Params<{ classId: string; at: number; most: Most }>, own) =>
  select({
    ...columns(sessions, "id", "localDate", "startTime", "minutes", "startsAt"),
    ...columns(sessions, "endsAt", "state", "cancelReason", "registerTakenAt"),
    teacherName: teachers.name,
    roomName: rooms.name,
  })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(and(own(sessions), eq(sessions.classId, p.classId), gte(sessions.endsAt, p.at)))
    .orderBy(asc(sessions.startsAt))
    .limit(p.most),
)
