import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { staffRoles } from "~/models/foundation/access/roles"

/** The numbers that members of the staff gave on their profile, by member; without those who were removed. */
export function listOwnPhones(actor: Actor, memberIds: readonly string[]): Map<string, string> {
  if (memberIds.length === 0) return new Map()
  const rows = db()
    .select({ id: members.id, phone: users.phone })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        inArray(members.id, [...memberIds]),
        inArray(members.role, [...staffRoles]),
        isNull(members.deactivatedAt),
        isNotNull(users.phone),
      ),
    )
    .all()
  return new Map(rows.flatMap(({ id, phone }) => (phone ? [[id, phone] as const] : [])))
}
