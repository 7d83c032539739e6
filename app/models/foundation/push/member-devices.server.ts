import { pushDevices } from "db/schema/foundation-mail"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { type Params, query, select } from "../access/door.server"

type Device = typeof pushDevices.$inferSelect

/** A member's devices, the oldest first. */
export const devicesOf = (actor: Actor, memberId: string): Device[] => devicesQuery.all(actor, { memberId })

const devicesQuery = query((p: Params<{ memberId: string }>, own) =>
  select()
    .from(pushDevices)
    .where(and(own(pushDevices), eq(pushDevices.memberId, p.memberId)))
    .orderBy(asc(pushDevices.createdAt)),
)
