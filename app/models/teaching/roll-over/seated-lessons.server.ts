import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gt, gte, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { listSpent, SpentCredits, spendAgain } from "../credit/spent-credits.server"
import { restoreSession } from "../session/cancel-session.server"
import { findSessionRow } from "../session/slot.server"
import { among } from "./continuing.server"

// Lessons of the next term about which more is known than who is enrolled: a reported absence, a guest, a make-up. The class of
// the term gets none of that, so the preview says so, and an undo brings these lessons back with it.

export const Seated = z.array(z.object({ sessionId: z.string(), credits: SpentCredits }))
type Seated = z.output<typeof Seated>

const isSeated = sql`exists (select 1 from seats x where x.school_id = ${sessions.schoolId}
  and x.session_id = ${sessions.id} and (x.notice_at is not null or x.kind <> 'enrolled'))`

const isPlanned = and(eq(sessions.state, "planned"), isNull(sessions.registerTakenAt), isSeated)

/** How many such lessons each class has from a day on. */
export function countSeated(
  actor: Actor,
  classIds: readonly string[],
  from: string,
): ReadonlyMap<string, number> {
  const rows = db()
    .select({ classId: sessions.classId, n: count() })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.classId} in ${among(classIds)}`,
        gte(sessions.localDate, from),
        isPlanned,
      ),
    )
    .groupBy(sessions.classId)
    .all()
  return new Map(rows.map(({ classId, n }) => [classId, n]))
}

/** Those of a class after its last day, with the credits that paid for their spots. */
export const listSeated = (actor: Actor, classId: string, lastDay: string): Seated =>
  db()
    .select({ sessionId: sessions.id })
    .from(sessions)
    .where(
      and(own(actor, sessions), eq(sessions.classId, classId), gt(sessions.localDate, lastDay), isPlanned),
    )
    .all()
    .map(({ sessionId }) => ({ sessionId, credits: listSpent(actor, sessionId) }))

/** Puts them back as they were, in the caller's all-or-nothing; false where one's time is taken. */
export const restoreSeated = (actor: Actor, seated: Seated): boolean =>
  seated.every(({ sessionId, credits }) => {
    if (findSessionRow(actor, sessionId)?.state !== "cancelled") return true
    spendAgain(actor, sessionId, credits)
    return restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true }).ok
  })
