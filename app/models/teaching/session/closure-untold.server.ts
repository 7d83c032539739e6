import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { lessonIn } from "./lesson-in.server"
import type { SessionRow } from "./session"

// A lesson that moved for a closure of which no one was told yet: its people know it where it was. What is changed by hand then is
// told from there.

const Place = z.object({ date: z.string(), startTime: z.string(), roomId: z.string().nullable() })

/** The closure, and the lesson where its people know it. */
export type Untold = { closureId: string; known: SessionRow }

/** The closure for which a lesson moved without a word. */
export function findUntold(actor: Actor, session: SessionRow): Untold | undefined {
  const row = select({ closureId: closedLessons.closureId, was: closedLessons.was })
    .from(closedLessons)
    .where(and(own(actor, closedLessons), isUntold(session.id)))
    .get()
  if (!row?.was) return undefined
  return { closureId: row.closureId, known: lessonIn(actor, session, Place.parse(JSON.parse(row.was))) }
}

/** The same once its people are told: its closure has nothing more to say of it. */
export function takeUntold(actor: Actor, session: SessionRow): Untold | undefined {
  const untold = findUntold(actor, session)
  if (untold) change(actor, closedLessons, isUntold(session.id), { toldAt: now() })
  return untold
}

const isUntold = (sessionId: string) =>
  and(eq(closedLessons.sessionId, sessionId), isNotNull(closedLessons.was), isNull(closedLessons.toldAt))

/** Whether a lesson was canceled for a closure without an email: then none about it is to leave any more. */
export const forgetUntold = (actor: Actor, sessionId: string): boolean =>
  remove(
    actor,
    closedLessons,
    and(eq(closedLessons.sessionId, sessionId), isNull(closedLessons.was), isNull(closedLessons.toldAt)),
  ) > 0
