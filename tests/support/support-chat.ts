import { users } from "db/schema/accounts"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { personActor, superActor } from "~/models/foundation/access/actor.server"
import { rowOf } from "./school"

/** The member as themself, for the support chat. */
export function personOf(actor: Actor) {
  if (!actor.userId) throw new Error("A job is nobody.")
  return personActor({
    userId: actor.userId,
    name: actor.name,
    schoolId: actor.school.id,
    timeZone: actor.school.timeZone,
  })
}

let count = 0

/** One of the platform's staff. */
export function addStaff(name = "Sam Ortiz") {
  count += 1
  const email = `staff${count}@tutti.example`
  const known = rowOf(users, { email })
  const userId = known?.id ?? addUser({ name, email, passwordHash: null, isSuperAdmin: true })
  return superActor({ userId, name })
}
