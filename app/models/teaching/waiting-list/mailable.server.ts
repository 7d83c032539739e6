import { db } from "db/client.server"
import { guardians, students } from "db/schema/people"
import { and, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"

/**
 * The students whose family hears of an offer: someone of it has an address that mail reaches. What no one hears would hold a
 * spot for days, so automatic offers go past the others, and the office calls them. One query.
 */
export function listMailable(actor: Actor, studentIds: readonly string[]): ReadonlySet<string> {
  if (studentIds.length === 0) return new Set()
  const rows = db()
    .selectDistinct({ id: students.id })
    .from(students)
    .leftJoin(guardians, joined(guardians.familyId, students.familyId))
    .where(
      and(
        own(actor, students),
        sql`${students.id} in (select value from json_each(${JSON.stringify(studentIds)}))`,
        or(isReached(sql`${students.email}`), isReached(sql`${guardians.email}`)),
      ),
    )
    .all()
  return new Set(rows.map(({ id }) => id))
}

/** An address, and no mail to it came back. */
const isReached = (email: SQL) =>
  sql`(${email} is not null and not exists (select 1 from returned_addresses r where r.address = lower(trim(${email}))))`
