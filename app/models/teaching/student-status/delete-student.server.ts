import { transact } from "db/client.server"
import { textConsents } from "db/schema/foundation-text-messages"
import { charges } from "db/schema/money"
import { studentInstruments, studentStatusChanges, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { inquiries } from "db/schema/people-inquiries"
import { classes, enrollments } from "db/schema/teaching"
import { occasionGuests } from "db/schema/teaching-occasions"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, idsOf, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { findStudent } from "~/models/people/student/student.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import {
  isStillInUse,
  isWorkedWith,
  removeEmptyClass,
  removeLessons,
  StillInUse,
} from "../class/class.server"

/**
 * Deletes a student who was entered by mistake, with the private classes that no one else was in, as long as attendance was never
 * taken in them; all of it can be restored from the bin. Refused once anything else is about them, such as a group class, a
 * charge, a message or a file: then they are moved to former, or erased. The family stays.
 */
export function deleteStudent(
  actor: Actor,
  studentId: string,
): Result<{ name: string }, "not-found" | "in-use"> {
  try {
    return transact(() => {
      const found = findStudent(actor, studentId)
      if (!found || found.erasedAt !== null) return { ok: false, reason: "not-found" }
      // These would go with the row, and who agreed to texts is kept.
      if (hasRow(actor, textConsents, eq(textConsents.studentId, studentId)))
        return { ok: false, reason: "in-use" }
      const name = fullName(found)
      revokeLinks("student-invitation", studentId)
      deleteToBin(actor, { noun: "student", recordId: studentId, name }, () => {
        for (const { id } of classesAlone(actor, studentId)) removeClass(actor, id)
        for (const table of [studentStatusChanges, studentInstruments])
          remove(actor, table, eq(table.studentId, studentId))
        forgetAnswers(actor, [studentId])
        remove(actor, students, studentId)
      })
      recordEvent(actor, "student.delete", studentId, { before: { name } })
      return { ok: true, name }
    })
  } catch (error) {
    // Whatever else is about them refers to their row.
    if (isStillInUse(error)) return { ok: false, reason: "in-use" }
    throw error
  }
}

/** Private classes in which no one else was. */
const classesAlone = (actor: Actor, studentId: string) =>
  ownRows(actor, classes, ["id", "name"])
    .where(
      and(
        eq(classes.kind, "private"),
        sql`exists (select 1 from enrollments e where e.school_id = ${classes.schoolId} and e.class_id = ${classes.id}
          and e.student_id = ${studentId})`,
        sql`not exists (select 1 from enrollments e where e.school_id = ${classes.schoolId} and e.class_id = ${classes.id}
          and e.student_id <> ${studentId})`,
      ),
    )
    .all()

function removeClass(actor: Actor, classId: string) {
  if (isWorkedWith(actor, classId)) throw new StillInUse()
  removeLessons(actor, idsOf(actor, sessions, eq(sessions.classId, classId)))
  removeEmptyClass(actor, classId)
}

/** What keeps a student from being deleted, as far as it is one of the common things. */
export type Obstacle = "attendance" | "charge" | "consent" | "event" | "inquiry" | "login"

/** What keeps a student from being deleted: the classes by name, and other things by their kind. */
export function whatKeepsStudent(
  actor: Actor,
  studentId: string,
): { classNames: string[]; others: Obstacle[] } {
  const alone = classesAlone(actor, studentId)
  const isAlone = (classId: string) => alone.some(({ id }) => id === classId)
  const enrolled = select({ id: classes.id, name: classes.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(and(own(actor, enrollments), eq(enrollments.studentId, studentId)))
    .groupBy(classes.id)
    .all()
  const about: [Obstacle, boolean][] = [
    ["attendance", alone.some(({ id }) => isWorkedWith(actor, id))],
    ["charge", hasRow(actor, charges, eq(charges.studentId, studentId))],
    ["login", findStudent(actor, studentId)?.memberId !== null],
    ["inquiry", hasRow(actor, inquiries, eq(inquiries.studentId, studentId))],
    ["consent", hasRow(actor, consentAnswers, eq(consentAnswers.studentId, studentId))],
    ["event", hasRow(actor, occasionGuests, eq(occasionGuests.studentId, studentId))],
  ]
  return {
    classNames: enrolled.filter(({ id }) => !isAlone(id)).map(({ name }) => name),
    others: about.flatMap(([obstacle, isThere]) => (isThere ? [obstacle] : [])),
  }
}
