import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { guardians, members, students, teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Reached } from "./ways-on"

/**
 * What a mail of a school is written from: with whether its recipient can log in, where that wasn't known when it was queued,
 * and how else the school is reached.
 */
export function withReach(actor: Actor, recipient: string, data: object): object & Reached {
  const { hasPages, forTeacher } = data as Reached & { forTeacher?: boolean }
  // Where families and teachers read the same email, it is queued as if every teacher logged in.
  const isKnown = hasPages !== undefined && !forTeacher
  return { ...data, hasPages: isKnown ? hasPages : hasLogin(actor, recipient), reach: reachOf(actor) }
}

/** Whether someone with this address logs in to the school; a login that is locked is none. */
function hasLogin(actor: Actor, recipient: string): boolean {
  const address = recipient.toLowerCase()
  const member = select({ id: members.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), eq(users.email, address), isNull(members.deactivatedAt)))
  const linked = [guardians, students, teachers] as const
  const [asGuardian, asStudent, asTeacher] = linked.map((table) =>
    select({ id: table.id })
      .from(table)
      .innerJoin(members, and(joined(members, table.memberId), isNull(members.deactivatedAt)))
      .where(and(own(actor, table), eq(table.email, address))),
  )
  if (!asGuardian || !asStudent || !asTeacher) return false
  return unionAll(member, asGuardian, asStudent, asTeacher).limit(1).get() !== undefined
}

/** "reply to this email, or call Harmony at (512) 555-0100": a reply reaches the school only where it has an address. */
function reachOf({ school }: Actor): string {
  const known = select({ name: schools.name, email: schools.email, phone: schools.phone })
    .from(schools)
    .where(eq(schools.id, school.id))
    .get()
  const call = known?.phone ? `call ${known.name} at ${known.phone}` : ""
  if (!known?.email) return call || `contact ${school.name}`
  return call ? `reply to this email, or ${call}` : "reply to this email"
}
