import { db, prepareOnce } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, teachers } from "db/schema/people"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { joined, own } from "~/models/foundation/access/own.server"

/** Teachers who have an address, without the one who acts. */
export function teachersOf(actor: Actor, ids: readonly (string | null)[]) {
  const knownIds = [...new Set(ids)].filter((id) => id !== null)
  const rows = teachersQuery().all({ schoolId: actor.school.id, ids: JSON.stringify(knownIds) })
  return new Map(
    rows.flatMap(({ id, name, email, memberId, zone }) =>
      email && (memberId === null || memberId !== actor.memberId) ? [[id, { name, email, zone }]] : [],
    ),
  )
}

const teachersQuery = prepareOnce(() =>
  db()
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
    .where(
      and(
        own(sql.placeholder("schoolId"), teachers),
        among(teachers.id, sql.placeholder("ids")),
        isNotNull(teachers.email),
      ),
    )
    .prepare(),
)
