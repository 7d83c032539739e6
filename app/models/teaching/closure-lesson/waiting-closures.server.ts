import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc, count, type Placeholder } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { closureKey } from "../closure/closure.server"
import { isWaiting } from "./closure-notice.server"

// The closures whose emails wait for the office: named until it has sent them or decided that no one is told.

/** Each closure with lessons to come that were canceled or moved for it without a word, how many they are, and how many moved. */
export const listWaitingClosures = (actor: Actor) => knownQuery.all(actor, { now: now() })

const knownQuery = query((p: Params<{ now: number }>, _own, school) => waitingQuery(school, p.now))

/** Exported for the test that reads its plan. */
export const waitingQuery = (owner: Owner, present: number | Placeholder = now()) =>
  select({
    id: closures.id,
    name: closures.name,
    addedAs: closures.addedAs,
    lessons: count(),
    moved: count(closedLessons.was),
  })
    .from(closedLessons)
    .innerJoin(closures, joined(closures, closedLessons.closureId))
    .where(and(own(owner, closedLessons), isWaiting(owner, undefined, present)))
    .groupBy(closedLessons.closureId)
    .orderBy(asc(closures.startsOn), asc(closures.id))

/** The same with those that were added together as one, as their emails are. */
export const listWaitingEmails = (actor: Actor) =>
  [...groupBy(listWaitingClosures(actor), closureKey).values()].flatMap((added) => {
    const [first, ...others] = added
    const lessons = added.reduce((sum, each) => sum + each.lessons, 0)
    const moved = added.reduce((sum, each) => sum + each.moved, 0)
    return first ? [{ id: first.id, name: first.name, others: others.length, lessons, moved }] : []
  })
