import { db, transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { recordEvent } from "../audit/audit.server"

/** The teacher that a member is; undefined for somebody who does not teach here, or no longer. */
export function findOwnTeacher(actor: Actor) {
  if (!actor.memberId) return undefined
  return db()
    .select({
      id: teachers.id,
      name: teachers.name,
      email: teachers.email,
      instruments: teachers.instruments,
      about: teachers.about,
    })
    .from(teachers)
    .where(
      and(
        eq(teachers.schoolId, actor.school.id),
        eq(teachers.memberId, actor.memberId),
        isNull(teachers.deactivatedAt),
      ),
    )
    .get()
}

/** What a teacher says of themself; families read it beside their lessons. */
export function introduceTeacher(
  actor: Actor,
  teacher: NonNullable<ReturnType<typeof findOwnTeacher>>,
  { instruments, about }: { instruments: string | null; about: string | null },
) {
  transact(() => {
    db()
      .update(teachers)
      .set({ instruments, about })
      .where(and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, teacher.id)))
      .run()
    recordEvent(actor, {
      verb: "introduce",
      noun: "teacher",
      nounId: teacher.id,
      before: { instruments: teacher.instruments, about: teacher.about },
      after: { instruments, about },
    })
  })
}
