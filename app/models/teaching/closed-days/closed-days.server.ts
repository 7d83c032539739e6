import { cacheUntilWrite } from "db/cache-until-write.server"
import { closures } from "db/schema/teaching"
import { and, asc, eq, gte, lte, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// Days without lessons: sessions are not made on them. Adding one is in add-closure.server.ts.

export type Closure = { id: string; name: string; startsOn: string; endsOn: string }
/** `addedAs` is what it shares with closures that were added with it. */
export type ClosureFacts = Closure & { addedAs: string | null }

const columns = {
  id: closures.id,
  name: closures.name,
  startsOn: closures.startsOn,
  endsOn: closures.endsOn,
}
const facts = { ...columns, addedAs: closures.addedAs }

/** The closures that touch the days from one date to another (both included), in order. */
export function listClosures(actor: Actor, from: string, to: string): readonly Closure[] {
  return keepClosures([actor.school.id, from, to], () => closuresQuery(actor, from, to).all())
}

const keepClosures = cacheUntilWrite<readonly Closure[]>(500)

/** Exported for the test that reads its plan. */
export function closuresQuery(actor: Actor, from: string, to: string) {
  return select(columns)
    .from(closures)
    .where(and(own(actor, closures), lte(closures.startsOn, to), gte(closures.endsOn, from)))
    .orderBy(asc(closures.startsOn))
}

export const findClosure = (actor: Actor, closureId: string): ClosureFacts | undefined =>
  ownRows(actor, closures, facts).where(eq(closures.id, closureId)).get()

/** What the emails about a closure are gathered for: its own id, or what it was added as with others. */
export const closureKey = ({ id, addedAs }: { id: string; addedAs: string | null }): string => addedAs ?? id

/** The closures that were added together with one and are still there. */
export const listAddedWith = (actor: Actor, { id, addedAs }: { id: string; addedAs: string | null }) =>
  addedAs === null
    ? []
    : ownRows(actor, closures, facts)
        .where(and(eq(closures.addedAs, addedAs), ne(closures.id, id)))
        .orderBy(asc(closures.startsOn), asc(closures.id))
        .all()
