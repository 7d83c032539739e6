import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { listSpent, SpentCredits, spendAgain } from "../credit/spent-credits.server"
import { restoreSession } from "../session/cancel-session.server"
import { findSessionRow } from "../session/slot.server"
import { among } from "./continuing.server"

// Lessons of the next term about which more is known than who is enrolled: a reported absence, a guest, a make-up, or a time that
// isn't their weekly one, as families were told. Where the class
// of the term can't take one over (carry-lessons.server.ts), the preview says so, and an undo brings it back with all of that.

export const Seated = z.array(z.object({ sessionId: z.string(), credits: SpentCredits }))
type Seated = z.output<typeof Seated>

const isSeated = sql`exists (select 1 from seats x where x.school_id = ${sessions.schoolId}
  and x.session_id = ${sessions.id} and (x.notice_at is not null or x.kind <> 'enrolled'))`

const hasOwnTime = or(
  isNull(sessions.scheduleId),
  sql`${sessions.localDate} <> ${sessions.originalDate}`,
  sql`${sessions.startTime} <> ${sessions.originalStartTime}`,
)

const isPlanned = and(
  eq(sessions.state, "planned"),
  isNull(sessions.registerTakenAt),
  or(isSeated, hasOwnTime),
)

export type SeatedLesson = ReturnType<typeof listSeated>[number]

/** Such lessons of some classes from a day on, in order of time. */
export const listSeated = (actor: Actor, classIds: readonly string[], from: string) =>
  db()
    .select({
      sessionId: sessions.id,
      classId: sessions.classId,
      scheduleId: sessions.scheduleId,
      originalDate: sessions.originalDate,
      originalStartTime: sessions.originalStartTime,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
    })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.classId} in ${among(classIds)}`,
        gte(sessions.localDate, from),
        isPlanned,
      ),
    )
    .orderBy(asc(sessions.localDate), asc(sessions.startTime))
    .all()

/** What brings such lessons back: the credits that paid for their spots. */
export const holdSeated = (actor: Actor, lessons: readonly SeatedLesson[]): Seated =>
  lessons.map(({ sessionId }) => ({ sessionId, credits: listSpent(actor, sessionId) }))

/** Puts them back as they were, in the caller's all-or-nothing; false where one's time is taken. */
export const restoreSeated = (actor: Actor, seated: Seated): boolean =>
  seated.every(({ sessionId, credits }) => {
    if (findSessionRow(actor, sessionId)?.state !== "cancelled") return true
    spendAgain(actor, sessionId, credits)
    return restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true }).ok
  })
