import { db } from "db/client.server"
import { closures } from "db/schema/teaching"
import { and, asc, gte, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

// Days without lessons: sessions are not made on them. Adding one is in add-closure.server.ts.

export type Closure = { id: string; name: string; startsOn: string; endsOn: string }

/** The closures that touch the days from one date to another (both included), in order. */
export function listClosures(actor: Actor, from: string, to: string): Closure[] {
  return closuresQuery(actor, from, to).all()
}

/** Exported for the test that reads its plan. */
export function closuresQuery(actor: Actor, from: string, to: string) {
  return db()
    .select({
      id: closures.id,
      name: closures.name,
      startsOn: closures.startsOn,
      endsOn: closures.endsOn,
    })
    .from(closures)
    .where(and(own(actor, closures), lte(closures.startsOn, to), gte(closures.endsOn, from)))
    .orderBy(asc(closures.startsOn))
}
