import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { members, teachers } from "db/schema/people"
import { and, asc, isNull, ne, sql } from "drizzle-orm"
import { type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import type { InviteRefusal } from "~/texts/people/refusals"
import { fold } from "~/utils/names"
import type { Result } from "~/utils/result"
import { inviteTeacher } from "../invitation/invite.server"
import { findTeamMember } from "../member/team.server"

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
    recordEvent(actor, "teacher.add", id, { after: { name } })
    return { ok: true, teacherId: id }
  })
}

/** The school's teachers by name, without those who left. */
export const listTeachers = (actor: Actor): readonly ListedTeacher[] =>
  keepTeachers([actor.school.id], () => teachersQuery.all(actor))

type ListedTeacher = Pick<
  typeof teachers.$inferSelect,
  "id" | "name" | "email" | "phone" | "instruments" | "memberId" | "lastDay"
>
const keepTeachers = cacheUntilWrite<readonly ListedTeacher[]>(500)

const teachersQuery = query((_, own) =>
  select(columns(teachers, "id", "name", "email", "phone", "instruments", "memberId", "lastDay"))
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

const isTeacher = (actor: Actor, teacherId: string) =>
  and(own(actor, teachers, teacherId), isNull(teachers.deactivatedAt))

const shown = columns(teachers, "id", "name", "email", "phone", "instruments", "memberId")

/** A teacher of the school who has not left. */
export function findTeacher(actor: Actor, teacherId: string) {
  return select(shown).from(teachers).where(isTeacher(actor, teacherId)).get()
}

/** The same for those who left too: their pay stays to be read. */
export function findTeacherEver(actor: Actor, teacherId: string) {
  return everQuery.get(actor, { teacherId })
}

const everQuery = query((p: Params<{ teacherId: string }>, own) =>
  select({
    ...shown,
    ...columns(teachers, "deactivatedAt", "lastDay", "erasedAt"),
  })
    .from(teachers)
    .where(own(teachers, p.teacherId)),
)

/** Everyone else who teaches or taught here, by name: one of them may be the same person. */
export const listOtherProfiles = (actor: Actor, teacherId: string) => othersQuery.all(actor, { teacherId })

const othersQuery = query((p: Params<{ teacherId: string }>, own) =>
  select({ id: teachers.id, name: teachers.name, email: teachers.email })
    .from(teachers)
    .where(and(own(teachers), ne(teachers.id, p.teacherId), isNull(teachers.erasedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
    .limit(500),
)

/**
 * Corrects what is known of a teacher. Another address makes an open invitation worthless: it went to the old one. The
 * address someone signs in with is theirs and stays as it is.
 */
export function changeTeacher(
  actor: Actor,
  teacherId: string,
  { name, email, phone, instruments }: { name: string; email?: string; phone?: string; instruments?: string },
): Result<void, "not-found"> | { ok: false; reason: "same-email"; name: string } {
  return transact(() => {
    const before = findTeacher(actor, teacherId)
    if (!before) return { ok: false, reason: "not-found" }
    const after = {
      name,
      email: email?.toLowerCase() ?? null,
      phone: phone ?? null,
      instruments: instruments ?? null,
    }
    const sharer = listTeachers(actor).find(
      (other) => after.email && other.email === after.email && other.id !== teacherId,
    )
    if (sharer) return { ok: false, reason: "same-email", name: sharer.name }
    change(actor, teachers, isTeacher(actor, teacherId), after)
    if (before.email !== after.email) {
      revokeLinks("teacher-invitation", teacherId)
      moveReader(actor, { from: before.email, to: after.email, memberId: before.memberId })
    }
    recordEvent(actor, "teacher.change", teacherId, { before, after })
    return { ok: true }
  })
}
