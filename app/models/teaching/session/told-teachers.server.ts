import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, teachers } from "db/schema/people"
import { and, eq, inArray, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"

/** Teachers who have an address, without the one who acts. */
export function teachersOf(actor: Actor, ids: readonly (string | null)[]) {
  const knownIds = [...new Set(ids)].filter((id) => id !== null)
  const rows = db()
    .select({
      id: teachers.id,
      name: teachers.name,
      email: teachers.email,
      memberId: teachers.memberId,
      zone: users.timeZone,
    })
    .from(teachers)
    .leftJoin(members, joined(members, teachers.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, teachers), inArray(teachers.id, knownIds), isNotNull(teachers.email)))
    .all()
  return new Map(
    rows.flatMap(({ id, name, email, memberId, zone }) =>
      email && (memberId === null || memberId !== actor.memberId) ? [[id, { name, email, zone }]] : [],
    ),
  )
}
