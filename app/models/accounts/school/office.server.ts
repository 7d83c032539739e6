import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"

/** How many people of the office a person who is shut out is told of. */
const mostContacts = 3

/** The school's administrators who have an address, the one who has been there longest first. */
export const listOffice = (actor: Actor): { name: string; email: string }[] =>
  listAdministrators(actor).flatMap(({ name, email }) => (email ? [{ name, email }] : []))

/** Whom teachers and families ask about the school itself. */
export const listContacts = (actor: Actor): { name: string; email: string | null }[] =>
  listAdministrators(actor).slice(0, mostContacts)

function listAdministrators(actor: Actor) {
  return select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), inArray(members.role, officeRoles), isNull(members.deactivatedAt)))
    .orderBy(asc(members.createdAt))
    .all()
}
