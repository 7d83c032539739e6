import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

/** The teacher that a member is; undefined for someone who does not teach here, or no longer. */
export function findOwnTeacher(actor: Actor) {
  if (!actor.memberId) return undefined
  return ownTeacherQuery.get(actor, { memberId: actor.memberId })
}

const ownTeacherQuery = query((p: Params<{ memberId: string }>, own) =>
  select(columns(teachers, "id", "name", "email", "phone", "instruments", "about"))
    .from(teachers)
    .where(and(own(teachers), eq(teachers.memberId, p.memberId), isNull(teachers.deactivatedAt))),
)

/** What a teacher says of themself; families read it beside their lessons. */
export function introduceTeacher(
  actor: Actor,
  teacher: NonNullable<ReturnType<typeof findOwnTeacher>>,
  { instruments, about }: { instruments: string | null; about: string | null },
) {
  transact(() => {
    change(actor, teachers, teacher.id, { instruments, about })
    recordEvent(actor, "teacher.introduce", teacher.id, {
      before: { instruments: teacher.instruments, about: teacher.about },
      after: { instruments, about },
    })
  })
}

/** The number at which their office reaches a teacher; null for none. The office can change it, too. */
export function changeOwnPhone(
  actor: Actor,
  teacher: NonNullable<ReturnType<typeof findOwnTeacher>>,
  phone: string | null,
) {
  if (teacher.phone === phone) return
  transact(() => {
    change(actor, teachers, teacher.id, { phone })
    recordEvent(actor, "teacher.change", teacher.id, { before: { phone: teacher.phone }, after: { phone } })
  })
}
