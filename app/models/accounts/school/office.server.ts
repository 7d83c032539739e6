import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import type { Actor, Role } from "~/models/foundation/access/actor"
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

/** Everyone who works in the office, by their membership: who can take a next step. */
export const listOfficeMembers = (actor: Actor): { id: string; name: string }[] =>
  listAdministrators(actor, [...officeRoles, "office"]).map(({ id, name }) => ({ id, name }))

function listAdministrators(actor: Actor, roles: readonly Role[] = officeRoles) {
  return select({ id: members.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), inArray(members.role, [...roles]), isNull(members.deactivatedAt)))
    .orderBy(asc(members.createdAt))
    .all()
}
