import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, isNull, sql } from "drizzle-orm"
import { type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

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
  select({
    id: teachers.id,
    name: teachers.name,
    email: teachers.email,
    phone: teachers.phone,
    instruments: teachers.instruments,
    memberId: teachers.memberId,
  })
    .from(teachers)
    .where(and(own(teachers), isNull(teachers.deactivatedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id)),
)
