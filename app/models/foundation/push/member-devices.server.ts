import { db, prepareOnce } from "db/client.server"
import { pushDevices } from "db/schema/foundation-mail"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { own } from "../access/own.server"

type Device = typeof pushDevices.$inferSelect

/** A member's devices, the oldest first. */
export const devicesOf = (actor: Actor, memberId: string): Device[] =>
  devicesQuery().all({ schoolId: actor.school.id, memberId })

const devicesQuery = prepareOnce(() =>
  db()
    .select()
    .from(pushDevices)
    .where(
      and(
        own(sql.placeholder("schoolId"), pushDevices),
        eq(pushDevices.memberId, sql.placeholder("memberId")),
      ),
    )
    .orderBy(asc(pushDevices.createdAt))
    .prepare(),
)
