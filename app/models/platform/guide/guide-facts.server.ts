import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { students, teachers } from "db/schema/people"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, countDistinct, eq, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { countOf } from "~/utils/count-of"
import type { GuideStepId } from "./guide"

/** What the school's data shows of each step, as text; null where there is nothing to see. */
export function seenInData(actor: Actor): Record<GuideStepId, string | null> {
  const schoolId = actor.school.id
  const solo = actor.school.kind === "solo"
  const first = (row: { n: number } | undefined) => row?.n ?? 0
  const taught = first(
    db()
      .select({ n: count() })
      .from(teachers)
      .where(and(own(actor, teachers), isNull(teachers.deactivatedAt)))
      .get(),
  )
  const open = first(
    db()
      .select({ n: count() })
      .from(classes)
      .where(and(own(actor, classes), isNull(classes.endedOn)))
      .get(),
  )
  const everybody = first(db().select({ n: count() }).from(students).where(own(actor, students)).get())
  const scheduled = first(
    db()
      .select({ n: countDistinct(schedules.classId) })
      .from(schedules)
      .where(own(actor, schedules))
      .get(),
  )
  const registers = first(
    db()
      .select({ n: count() })
      .from(sessions)
      .where(and(own(actor, sessions), isNotNull(sessions.registerTakenAt)))
      .get(),
  )
  const issued = first(
    db()
      .select({ n: count() })
      .from(invoices)
      .where(and(own(actor, invoices), eq(invoices.state, "issued")))
      .get(),
  )
  const school = db()
    .select({ address: schools.address, payeeEmail: schools.payeeEmail })
    .from(schools)
    .where(eq(schools.id, schoolId))
    .get()
  const lesson = solo ? "lesson" : "class"
  return {
    teachers: counted(taught, "teacher", "added"),
    classes: counted(open, lesson, "created"),
    students: counted(everybody, "student", "added"),
    schedules: counted(scheduled, lesson, "scheduled"),
    attendance: counted(registers, "register", "taken"),
    invoices: counted(issued, "invoice", "sent"),
    communication: null,
    "school-settings": school?.address
      ? school.payeeEmail
        ? "Address and PayPal account are set"
        : "Address is set"
      : null,
  }
}

/** "3 teachers added"; nothing for none. */
const counted = (n: number, noun: string, done: string): string | null =>
  n === 0 ? null : `${countOf(n, noun, noun === "class" ? "classes" : undefined)} ${done}`
