import { transact } from "db/client.server"
import type { LimitUsage } from "~/models/accounts/subscription/plan-usage"
import type { Actor } from "~/models/foundation/access/actor"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { InviteRefusal } from "~/texts/people/refusals"
import { fold } from "~/utils/names"
import { inviteTeacher } from "../invitation/invite.server"
import { addTeacher, listTeachers } from "./teacher.server"

type Refusal =
  | { reason: "limit-reached"; planName: string; places: LimitUsage }
  | { reason: "same-name"; name: string }
  | { reason: "same-email"; name: string }

/**
 * Adds a teacher by hand and, when asked, invites them in the same breath; `invited` is why that was not possible.
 * Refused when the plan is full, and when a teacher has this name or address already: a form sent twice adds one.
 */
export function addNewTeacher(
  actor: Actor,
  teacher: { name: string; email?: string; phone?: string; instruments?: string; invite: boolean },
  answers: CustomAnswers = {},
): { ok: true; teacherId: string; invited: "yes" | "not-asked" | InviteRefusal } | ({ ok: false } & Refusal) {
  return transact(() => {
    const existing = listTeachers(actor)
    const namesake = existing.find(({ name }) => fold(name) === fold(teacher.name))
    if (namesake) return { ok: false, reason: "same-name", name: namesake.name }
    const email = teacher.email?.toLowerCase()
    const sharer = email ? existing.find((other) => other.email === email) : undefined
    if (sharer) return { ok: false, reason: "same-email", name: sharer.name }
    const added = addTeacher(actor, teacher)
    if (!added.ok) return added
    const { teacherId } = added
    saveAnswers(actor, { noun: "teacher", subjectId: teacherId }, answers)
    if (!teacher.invite || !email) return { ok: true, teacherId, invited: "not-asked" }
    const invitation = inviteTeacher(actor, teacherId)
    return { ok: true, teacherId, invited: invitation.ok ? "yes" : invitation.reason }
  })
}
