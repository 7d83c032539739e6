import { transact } from "db/client.server"
import { members, teachers } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { findTeamMember } from "../member/team.server"
import { addNewTeacher } from "./teacher.server"

type Refused = Exclude<ReturnType<typeof addNewTeacher>, { ok: true }>

/**
 * Lets a member of the office teach with the same login: they keep their rights and take a teacher's place of the plan.
 * Refused for whoever was removed or teaches already, and like any other new teacher.
 */
export function teachAsMember(
  actor: Actor,
  memberId: string,
): { ok: true; teacherId: string; name: string } | { ok: false; reason: "not-found" } | Refused {
  return transact(() => {
    const member = findTeamMember(actor, memberId)
    if (member?.role !== "office" || member.deactivatedAt !== null) return { ok: false, reason: "not-found" }
    const { name } = member
    const added = addNewTeacher(actor, { name, email: member.email ?? undefined, invite: false })
    if (!added.ok) return added
    const { teacherId } = added
    change(actor, teachers, teacherId, { memberId, phone: member.phone })
    change(actor, members, memberId, { role: "teacher" })
    return { ok: true, teacherId, name }
  })
}
