import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, count, eq, isNull, type SQL } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// How many lessons have attendance. A school of 5,000 students has hundreds of thousands after some years, and no index says
// which. So it is counted which don't: what is left of all lessons without the planned and the canceled ones that have none.

/** All lessons of the school with attendance. */
export const countRegisters = (actor: Actor): number => countOthers(actor) - countMissing(actor)

const keepMissing = keepUnchanged<number>(100)

/** Planned lessons without attendance, which have an index. */
const countMissing = (actor: Actor): number =>
  keepMissing([actor.school.id], () =>
    countThose(actor, isNull(sessions.registerTakenAt), eq(sessions.state, "planned")),
  )

/** All lessons but the canceled ones without attendance. */
const countOthers = (actor: Actor): number =>
  keepOthers(
    [actor.school.id],
    () =>
      countThose(actor) -
      countThose(actor, eq(sessions.state, "cancelled"), isNull(sessions.registerTakenAt)),
  )

const keepOthers = keepUnchanged<number>(100)

const countThose = (actor: Actor, ...conditions: SQL[]): number =>
  select({ n: count() })
    .from(sessions)
    .where(and(own(actor, sessions), ...conditions))
    .get()?.n ?? 0
