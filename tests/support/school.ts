import { users } from "db/schema/accounts"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members, teachers } from "db/schema/people"
import { registerSchool } from "~/models/accounts/school/register-school.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { addRows, changeRows } from "./rows"

let count = 0

/** A school with an active Standard subscription and its administrator, whose address is proven. Each call is a tenant of its own. */
export function openSchool(
  facts: {
    name?: string
    timeZone?: string
    kind?: "school" | "solo"
    active?: boolean
    isEmailProven?: boolean
  } = {},
) {
  count += 1
  const registered = registerSchool({
    kind: facts.kind ?? "school",
    schoolName: facts.name ?? "Harmony School of Music",
    name: "Ruth Castellano",
    email: `ruth${count}@harmony.example`,
    passwordHash: "not a hash",
    timeZone: facts.timeZone ?? "America/New_York",
    isEmailProven: facts.isEmailProven ?? true,
  })
  if (!registered.ok) throw new Error(registered.reason)
  if (facts.active ?? true)
    changeRows(
      subscriptions,
      { schoolId: registered.actor.school.id },
      {
        status: "active",
        plan: facts.kind === "solo" ? "soloTeacher" : "standard",
        interval: "yearly",
        paidUntil: now() + 300 * 86_400_000,
      },
    )
  return registered
}

/** Another member of the school, as an actor. A teacher also gets the teacher's row, whose id is returned. */
export function addMember(school: Actor, role: Role, name: string) {
  count += 1
  const userId = newId()
  const memberId = newId()
  const at = now()
  const email = `${name.split(" ")[0]?.toLowerCase()}${count}@harmony.example`
  addRows(users, { id: userId, name, email, passwordHash: null, emailProvenAt: at, createdAt: at })
  addRows(members, { schoolId: school.school.id, id: memberId, userId, role, createdAt: at })
  const teacherId = newId()
  if (role === "teacher")
    addRows(teachers, { schoolId: school.school.id, id: teacherId, name, email, memberId, createdAt: at })
  return {
    actor: memberActor(school.school, { memberId, userId, name, role }),
    userId,
    teacherId,
    memberId,
    email,
  }
}
