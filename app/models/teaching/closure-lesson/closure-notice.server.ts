import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, exists, gt, inArray, isNull, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { type ClosureFacts, listAddedWith } from "../closure/closure.server"

// Which lessons of a closure no one was told about yet.

/** A closure with those that were added with it: their emails are one. */
export const together = (actor: Actor, closure: ClosureFacts): ClosureFacts[] => [
  closure,
  ...listAddedWith(actor, closure),
]

export const idsTogether = (actor: Actor, closure: ClosureFacts): string[] =>
  together(actor, closure).map(({ id }) => id)

/** UTC ms, or where a statement that is prepared once is given it. */
type Present = number | Placeholder

/** The lessons to come of some closures, or of all, for which the office hasn't decided whether their people are told. */
export const isWaiting = (owner: Owner, closureIds?: readonly string[], present: Present = now()) =>
  and(
    closureIds && inArray(closedLessons.closureId, [...closureIds]),
    isNull(closedLessons.toldAt),
    isNull(closedLessons.silencedAt),
    isToCome(owner, present),
  )

/** The lesson is to come, and still as the closure left it: what changed since, its people know. */
export const isToCome = (owner: Owner, present: Present = now()) =>
  exists(
    select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          own(owner, sessions),
          joined(sessions, closedLessons.sessionId),
          gt(sessions.startsAt, present),
          sql`(${sessions.state} = 'cancelled') = (${closedLessons.was} is null)`,
        ),
      ),
  )
