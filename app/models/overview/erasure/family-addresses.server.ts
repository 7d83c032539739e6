import { users } from "db/schema/accounts"
import { outsidePayers } from "db/schema/payers"
import { guardians, members, students } from "db/schema/people"
import { and, eq, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

/**
 * Where a family gets its emails, or every family but one: of its adults, its students, their logins and its other payers. In
 * small letters.
 */
export function listFamilyAddresses(actor: Actor, which: { of: string } | { except: string }): string[] {
  const isMeant = (
    column: typeof guardians.familyId | typeof students.familyId | typeof outsidePayers.familyId,
  ) => ("of" in which ? eq(column, which.of) : ne(column, which.except))
  const adults = select({ email: guardians.email, billing: guardians.billingEmail, login: users.email })
    .from(guardians)
    .leftJoin(members, joined(members, guardians.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, guardians), isMeant(guardians.familyId)))
    .all()
  const children = select({ email: students.email, login: users.email })
    .from(students)
    .leftJoin(members, joined(members, students.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, students), isMeant(students.familyId)))
    .all()
  const payers = ownRows(actor, outsidePayers, ["email"]).where(isMeant(outsidePayers.familyId)).all()
  return addressesIn([...adults, ...children, ...payers].flatMap((row) => Object.values(row)))
}

/** Each address once, in small letters. */
export const addressesIn = (given: readonly (string | null)[]): string[] => [
  ...new Set(given.flatMap((address) => (address ? [address.toLowerCase()] : []))),
]
