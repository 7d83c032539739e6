import { transact } from "db/client.server"
import { textConsents } from "db/schema/foundation-text-messages"
import { studentInstruments, studentStatusChanges, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findStudent } from "./student.server"

/**
 * Deletes a student who was entered by mistake; it can be restored from the bin. Refused once anything else is about them, such as
 * a class, a charge, a message or a file: then they are moved to former, or erased. The family stays.
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
        for (const table of [studentStatusChanges, studentInstruments])
          remove(actor, table, eq(table.studentId, studentId))
        forgetAnswers(actor, [studentId])
        remove(actor, students, studentId)
      })
      recordEvent(actor, { verb: "delete", noun: "student", nounId: studentId, before: { name } })
      return { ok: true, name }
    })
  } catch (error) {
    // Whatever else is about them refers to their row.
    if (error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY")
      return { ok: false, reason: "in-use" }
    throw error
  }
}
