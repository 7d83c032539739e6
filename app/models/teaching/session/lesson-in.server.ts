import { students } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { withThoseOn } from "./left-out.server"
import type { SessionRow, SessionStudent } from "./session"

type Place = { date: string; startTime: string; roomId: string | null }

/** A lesson in another place, with those, too, who come to it there. */
export function lessonIn(actor: Actor, session: SessionRow, { date, ...place }: Place): SessionRow {
  const startsAt = instantOf(date, place.startTime, actor.school.timeZone)
  const room = place.roomId === null ? undefined : find(actor, rooms, place.roomId)
  return {
    ...withThoseOn(actor, session, date),
    ...place,
    localDate: date,
    startsAt,
    endsAt: startsAt + session.minutes * 60_000,
    roomName: room?.name ?? null,
  }
}

/** A lesson with these students, too, who had a spot in it. */
export function withStudents(
  actor: Actor,
  session: SessionRow,
  ids: readonly string[],
  kind: SessionStudent["kind"],
): SessionRow {
  const missing = ids.filter((id) => !session.students.some((student) => student.id === id))
  if (missing.length === 0) return session
  const found = ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(inArray(students.id, missing))
    .all()
    .map(({ id, ...student }) => ({ id, name: fullName(student), enrollmentId: null, kind }))
  return { ...session, students: [...session.students, ...found] }
}
