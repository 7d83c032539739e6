import { notes } from "db/schema/attendance"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"

/**
 * The shared note to show beside each lesson of a day (`YYYY-MM-DD`), by session ID: its own once there is one, else the last
 * of its class from an earlier day.
 */
export function listLastNotes(
  actor: Actor,
  lessons: readonly { id: string; classId: string }[],
  day: string,
): Map<string, { body: string; on: string }> {
  if (lessons.length === 0) return new Map()
  const rows = notesQuery.all(actor, {
    day,
    ids: JSON.stringify(lessons.map(({ id }) => id)),
    classIds: JSON.stringify([...new Set(lessons.map(({ classId }) => classId))]),
  })
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

/** Of each class, from its newest lesson back to the first with a shared note. */
type Asked = { day: string; ids: string; classIds: string }
const lastOfClasses = (school: Placeholder, p: Params<Asked>) => sql`select (
    select s.id from sessions s join notes n
      on n.school_id = s.school_id and n.session_id = s.id and n.visibility = 'shared'
    where s.school_id = ${school} and s.class_id = c.value
      and s.local_date < ${p.day}
    order by s.original_date desc, s.original_start_time desc, s.sequence desc limit 1)
  from json_each(${p.classIds}) c`

const notesQuery = query((p: Params<Asked>, own, school) =>
  select({ id: sessions.id, classId: sessions.classId, body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(sessions),
        sql`${sessions.id} in (select value from json_each(${p.ids}) union all ${lastOfClasses(school, p)})`,
        eq(notes.visibility, "shared"),
      ),
    ),
)
