import { guardians, students, teachers } from "db/schema/people"
import { and, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { e164Of } from "~/utils/phone-number.server"

/** Who has a number (in E.164) in the school's records. */
export function listOwnersOf(actor: Actor, phone: string): { id: string; name: string }[] {
  const rows = [
    ...select({ id: guardians.id, name: guardians.name, phone: guardians.phone })
      .from(guardians)
      .where(and(own(actor, guardians), isNotNull(guardians.phone)))
      .all(),
    ...select({ id: students.id, name: students.firstName, phone: students.phone })
      .from(students)
      .where(and(own(actor, students), isNotNull(students.phone)))
      .all(),
    ...select({ id: teachers.id, name: teachers.name, phone: teachers.phone })
      .from(teachers)
      .where(and(own(actor, teachers), isNotNull(teachers.phone)))
      .all(),
  ]
  const digits = phone.slice(-7)
  return rows.filter(
    (row) => row.phone?.replace(/\D/g, "").endsWith(digits) && e164Of(row.phone, phone) === phone,
  )
}
