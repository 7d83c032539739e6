import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import { inviteFamilies, type Person, planInvitations } from "../invitation/bulk-invite.server"
import { listTeachers } from "./teacher.server"

/** Invites teachers to log in: for a first time, or again when they haven't accepted. */
export const inviteTeachers: BulkAct<object> = {
  ...inviteFamilies,
  permission: "teacher:write",
  plan: (actor, teacherIds) => {
    const chosen = new Set(teacherIds)
    const people = listTeachers(actor)
      .filter(({ id }) => chosen.has(id))
      .map(
        ({ id, name, email, memberId }): Person => ({
          purpose: "teacher-invitation",
          ...{ id, name, email, memberId, sees: "their lessons and students" },
        }),
      )
    return planInvitations(actor, people)
  },
}
