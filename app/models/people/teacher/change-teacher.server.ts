import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { and, asc, isNull, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import type { Result } from "~/utils/result"
import { listTeachers } from "./teacher.server"

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
    recordEvent(actor, { verb: "change", noun: "teacher", nounId: teacherId, before, after })
    return { ok: true }
  })
}
