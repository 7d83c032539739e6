import { db } from "db/client.server"
import { notes } from "db/schema/attendance"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, inArray, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"

/**
 * The shared note to show beside each lesson of a day (`YYYY-MM-DD`), by session ID: its own once there is one, else the last
 * of its class from an earlier day.
 */
export function listLastNotes(
  actor: Actor,
  lessons: readonly { id: string; classId: string }[],
  day: string,
): Map<string, { body: string; on: string }> {
  const rows = db()
    .select({ id: sessions.id, classId: sessions.classId, body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, [...new Set(lessons.map(({ classId }) => classId))]),
        lte(sessions.localDate, day),
        eq(notes.visibility, "shared"),
      ),
    )
    .orderBy(asc(sessions.originalDate), asc(sessions.originalStartTime), asc(sessions.sequence))
    .all()
  const earlier = new Map(
    rows.flatMap(({ classId, body, on }) => (on < day ? [[classId, { body, on }]] : [])),
  )
  const ofLesson = new Map(rows.map(({ id, body, on }) => [id, { body, on }]))
  return new Map(
    lessons.flatMap(({ id, classId }) => {
      const note = ofLesson.get(id) ?? earlier.get(classId)
      return note ? [[id, note]] : []
    }),
  )
}
