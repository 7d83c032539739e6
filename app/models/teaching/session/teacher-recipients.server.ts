import { users } from "db/schema/accounts"
import { guardians, members, teachers } from "db/schema/people"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined } from "~/models/foundation/access/own.server"

/** Teachers who have an address, without the one who acts; `hasPages`: they can log in. */
export function teachersOf(actor: Actor, ids: readonly (string | null)[]) {
  const knownIds = [...new Set(ids)].filter((id) => id !== null)
  const rows = teachersQuery.all(actor, { ids: JSON.stringify(knownIds) })
  return new Map(
    rows.flatMap(({ id, name, email, memberId, lockedAt, zone }) =>
      email && (memberId === null || memberId !== actor.memberId)
        ? [[id, { name, email, zone, hasPages: memberId !== null && lockedAt === null }]]
        : [],
    ),
  )
}

/** The addresses at which the one who acts would be told: where they teach, and of their family. */
export function findOwnAddress(actor: Actor): string[] {
  const { memberId } = actor
  if (!memberId) return []
  const ofPerson = (table: typeof teachers | typeof guardians) =>
    ownRows(actor, table, ["email"]).where(eq(table.memberId, memberId)).all()
  return [...ofPerson(teachers), ...ofPerson(guardians)].flatMap(({ email }) => email ?? [])
}

const teachersQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    ...columns(teachers, "id", "name", "email", "memberId"),
    lockedAt: members.deactivatedAt,
    zone: users.timeZone,
  })
    .from(teachers)
    .leftJoin(members, joined(members, teachers.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(teachers), among(teachers.id, p.ids), isNotNull(teachers.email))),
)
