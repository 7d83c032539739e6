import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { restoreSession } from "../session/cancel-session.server"
import { findSessionRow } from "../session/slot.server"

// Lessons of the next term about which more is known than who is enrolled: a reported absence, a guest, a make-up, a time or
// length that isn't their weekly one, as families were told, a teacher, room or link that isn't the class's, why they were kept on
// a closed day or despite leave, or that they are canceled. Where
// the class of the term can't take one over (carry-lessons.server.ts), the preview says so, and an undo brings it back with all of
// that.

export const Seated = z.array(z.object({ sessionId: z.string() }))
type Seated = z.output<typeof Seated>

const isSeated = sql`exists (select 1 from seats x where x.school_id = ${sessions.schoolId}
  and x.session_id = ${sessions.id} and (x.notice_at is not null or x.kind <> 'enrolled'))`

/** It stays where it was before its weekly time changed, because it would clash: on another day, or at another start. */
const staysBefore = or(
  ne(schedules.startTime, sessions.originalStartTime),
  sql`instr(substr(${schedules.rrule}, instr(${schedules.rrule}, 'BYDAY=')),
    substr('SUMOTUWETHFRSA', 1 + 2 * strftime('%w', ${sessions.originalDate}), 2)) = 0`,
)

const hasItsOwn = or(
  isNull(sessions.scheduleId),
  sql`${sessions.localDate} <> ${sessions.originalDate}`,
  sql`${sessions.startTime} <> ${sessions.originalStartTime}`,
  sql`${sessions.teacherId} is not ${classes.teacherId}`,
  sql`${sessions.roomId} is not ${classes.roomId}`,
  isNotNull(sessions.onlineLink),
  isNotNull(sessions.keptReason),
  ne(schedules.minutes, sessions.minutes),
  staysBefore,
  sql`exists (select 1 from co_substitutes x where x.school_id = ${sessions.schoolId}
    and x.session_id = ${sessions.id})`,
)

const isPlanned = and(
  eq(sessions.state, "planned"),
  isNull(sessions.registerTakenAt),
  or(isSeated, hasItsOwn),
)

/** A single one has the start of a weekly lesson that takes place: that one continues. */
const isBesideWeekly = sql`(${sessions.scheduleId} is null and exists (select 1 from sessions x
  where x.school_id = ${sessions.schoolId} and x.class_id = ${sessions.classId} and x.state = 'planned'
  and x.original_date = ${sessions.originalDate} and x.original_start_time = ${sessions.originalStartTime}
  and x.schedule_id is not null))`

/** An ending or another weekly time took it out of the class; no one has called it off. */
const isTakenOut = sql`exists (
  select 1 from (select school_id, class_id, before from class_endings
    union all select school_id, class_id, before from schedule_changes) x, json_each(x.before, '$.changes') c
  where x.school_id = ${sessions.schoolId} and x.class_id = ${sessions.classId}
    and c.value ->> '$.after.state' = 'cancelled'
    and exists (select 1 from json_each(c.value, '$.ids') i where i.value = ${sessions.id}))`

const isCanceled = and(eq(sessions.state, "cancelled"), sql`not ${isBesideWeekly}`, sql`not ${isTakenOut}`)

export type SeatedLesson = ReturnType<typeof listSeated>[number]

/**
 * Such lessons of some classes from a day on, in order of time; canceled ones also where they were to be from that day on. Those
 * are looked for in the classes, the others among the days.
 */
export function listSeated(actor: Actor, classIds: readonly string[], from: string) {
  const facts = {
    sessionId: sessions.id,
    ...columns(sessions, "classId", "scheduleId", "originalDate", "originalStartTime", "sequence"),
    ...columns(sessions, "localDate", "startTime", "minutes", "teacherId", "state", "keptDespite"),
  }
  return unionAll(
    select(facts)
      .from(sessions)
      .innerJoin(classes, joined(classes, sessions.classId))
      .leftJoin(schedules, joined(schedules, sessions.scheduleId))
      .where(
        and(
          own(actor, sessions),
          among(sessions.classId, classIds),
          gte(sessions.localDate, from),
          or(isPlanned, isCanceled),
        ),
      ),
    select(facts)
      .from(classes)
      .crossJoin(sessions)
      .where(
        and(
          own(actor, classes),
          among(classes.id, classIds),
          joined(classes, sessions.classId),
          gte(sessions.originalDate, from),
          lt(sessions.localDate, from),
          isCanceled,
        ),
      ),
  )
    .all()
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)))
}

const timeOf = ({ localDate, startTime }: { localDate: string; startTime: string }) =>
  `${localDate} ${startTime}`

/** Puts them back as they were, in the caller's all-or-nothing; false where one's time is taken. */
export const restoreSeated = (actor: Actor, seated: Seated): boolean =>
  seated.every(({ sessionId }) => {
    if (findSessionRow(actor, sessionId)?.state !== "cancelled") return true
    return restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true }).ok
  })
