import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, isNull, sql } from "drizzle-orm"
import { type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import type { InviteRefusal } from "~/texts/people/refusals"
import { fold } from "~/utils/names"
import { inviteTeacher } from "../invitation/invite.server"

// A teacher of the school. Logging in is optional; a teacher who logs in is linked to a member.

/** Adds a teacher; refused when the plan has no place left. */
export function addTeacher(
  actor: Actor,
  teacher: { name: string; email?: string | null; phone?: string | null; instruments?: string | null },
):
  | { ok: true; teacherId: string }
  | { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage } {
  return transact(() => {
    const { planName, teachers: places } = findPlanUsage(actor)
    if (seatsLeft(places) < 1) return { ok: false, reason: "limit-reached", planName, places }
    const { name, phone = null, instruments = null } = teacher
    const email = teacher.email?.trim().toLowerCase() || null
    const id = add(actor, teachers, { name, email, phone, instruments })
    recordEvent(actor, { verb: "add", noun: "teacher", nounId: id, after: { name } })
    return { ok: true, teacherId: id }
  })
}

/** The school's teachers by name, without those who left. */
export const listTeachers = (actor: Actor): readonly ListedTeacher[] =>
  keepTeachers([actor.school.id], () => teachersQuery.all(actor))

type ListedTeacher = Pick<
  typeof teachers.$inferSelect,
  "id" | "name" | "email" | "phone" | "instruments" | "memberId"
>
const keepTeachers = keepUnchanged<readonly ListedTeacher[]>(500)

const teachersQuery = query((_, own) =>
  select(columns(teachers, "id", "name", "email", "phone", "instruments", "memberId"))
    .from(teachers)
    .where(and(own(teachers), isNull(teachers.deactivatedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id)),
)

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
