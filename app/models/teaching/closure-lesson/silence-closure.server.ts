import { transact } from "db/client.server"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, count, inArray, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { ClosureFacts } from "../closure/closure.server"
import { idsTogether, isToCome, isWaiting } from "./closure-notice.server"

// The office may decide that no one is emailed about the lessons of a closure, and think better of it while they are to come.

const isSilenced = (actor: Actor, ids: readonly string[]) =>
  and(
    own(actor, closedLessons),
    inArray(closedLessons.closureId, [...ids]),
    isNull(closedLessons.toldAt),
    isNotNull(closedLessons.silencedAt),
    isToCome(actor),
  )

/** Drops the emails that wait for a closure and for those that were added with it. Answers how many lessons they were about. */
export const silenceClosure = (actor: Actor, closure: ClosureFacts): number =>
  transact(() => {
    const changes = change(actor, closedLessons, isWaiting(actor, idsTogether(actor, closure)), {
      silencedAt: now(),
    })
    note(actor, closure, "silence", changes)
    return changes
  })

/** Lets the emails that were dropped wait again. Answers how many lessons they are about. */
export const holdAgain = (actor: Actor, closure: ClosureFacts): number =>
  transact(() => {
    const changes = change(actor, closedLessons, isSilenced(actor, idsTogether(actor, closure)), {
      silencedAt: null,
    })
    note(actor, closure, "hold", changes)
    return changes
  })

/** Of how many lessons to come the office decided that no one is emailed. */
export const countSilenced = (actor: Actor, closure: ClosureFacts): number =>
  select({ n: count() })
    .from(closedLessons)
    .where(isSilenced(actor, idsTogether(actor, closure)))
    .get()?.n ?? 0

const note = (actor: Actor, { id, name }: ClosureFacts, verb: "silence" | "hold", lessons: number) =>
  lessons > 0 && recordEvent(actor, { verb, noun: "closure", nounId: id, after: { name, lessons } })
