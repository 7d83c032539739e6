import { db } from "db/client.server"
import { notes } from "db/schema/attendance"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, inArray, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"

/** What was last shared of each class before a day (`YYYY-MM-DD`), by class. */
export function listLastNotes(
  actor: Actor,
  classIds: readonly string[],
  before: string,
): Map<string, { body: string; on: string }> {
  const rows = db()
    .select({ classId: sessions.classId, body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, [...new Set(classIds)]),
        lt(sessions.localDate, before),
        eq(notes.visibility, "shared"),
      ),
    )
    .orderBy(asc(sessions.originalDate), asc(sessions.originalStartTime), asc(sessions.sequence))
    .all()
  return new Map(rows.map(({ classId, ...note }) => [classId, note]))
}
