import { classes, classPrices, enrollments, schedules } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, idsOf, isNamedByAnother, remove } from "~/models/foundation/access/door.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { removeFees } from "../price/fees-follow.server"

// A class that was made by mistake goes, with what only follows from it: its sessions, empty seats, enrollments and monthly fees
// that no invoice has. Whatever another record names stays: the database refuses to remove it.

/**
 * A lesson someone has worked with. A seat alone isn't work: a job makes one for every lesson that has begun. A make-up
 * credit names its seat also when it was revoked, as with an absence that was withdrawn.
 */
export const worked = sql`(sessions.register_taken_at is not null
  or exists (select 1 from notes n where n.school_id = sessions.school_id and n.session_id = sessions.id)
  or exists (select 1 from seats x where x.school_id = sessions.school_id and x.session_id = sessions.id
    and (x.notice_at is not null or x.kind <> 'enrolled'
      or exists (select 1 from marks m where m.school_id = x.school_id and m.seat_id = x.id)
      or exists (select 1 from waivers w where w.school_id = x.school_id and w.seat_id = x.id)
      or exists (select 1 from make_up_credits k where k.school_id = x.school_id and k.origin_seat_id = x.id))))`

export class StillInUse extends Error {}

/** The database refuses to delete a row that another one names: the last word on what has been built. */
export const isStillInUse = (error: unknown): boolean =>
  error instanceof StillInUse || isNamedByAnother(error)

/** Removes lessons with their empty seats. */
export function removeLessons(actor: Actor, sessionIds: readonly string[]) {
  const ids = [...sessionIds]
  remove(actor, bookings, inArray(bookings.sessionId, ids))
  remove(actor, seats, inArray(seats.sessionId, ids))
  remove(actor, sessions, inArray(sessions.id, ids))
}

/** Whether someone has worked with a lesson of the class. */
export const isWorkedWith = (actor: Actor, classId: string): boolean =>
  hasRow(actor, sessions, and(eq(sessions.classId, classId), worked))

/** Removes a class without lessons. Answers its enrollments and weekly times, which went with it. */
export function removeEmptyClass(actor: Actor, classId: string) {
  const enrolled = idsOf(actor, enrollments, eq(enrollments.classId, classId))
  const scheduled = idsOf(actor, schedules, eq(schedules.classId, classId))
  if (!removeFees(actor, enrolled)) throw new StillInUse()
  remove(actor, enrollments, inArray(enrollments.id, enrolled))
  remove(actor, schedules, inArray(schedules.id, scheduled))
  remove(actor, classPrices, eq(classPrices.classId, classId))
  forgetAnswers(actor, [classId])
  remove(actor, classes, classId)
  return { enrolled, scheduled }
}
