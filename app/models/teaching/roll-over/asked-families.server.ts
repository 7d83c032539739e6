import { students } from "db/schema/people"
import { renewals } from "db/schema/teaching-renewals"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Task } from "~/models/foundation/task/task.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { countOf } from "~/utils/formats"
import { listUpdates } from "../session/reader-updates.server"

/** What families already know of a roll-over whose undo is offered: how many were emailed the question, and how many answered. */
export function askedFamiliesText(actor: Actor, { id, kind }: Pick<Task, "id" | "kind">): string | null {
  if (kind !== "roll-over-classes") return null
  const { asked, answered } = countAsked(actor, id)
  if (asked === 0 && answered === 0) return null
  const some = answered === 0 ? "none" : String(answered)
  const who =
    asked === 0
      ? `${countOf(answered, "family has", "families have")} answered who’s continuing.`
      : `We emailed ${countOf(asked, "family", "families")} to ask who’s continuing; ${some} ${answered === 1 ? "has" : "have"} answered.`
  return `${who} Undoing deletes the question and the answers, and no one gets an email about it. Let the families know.`
}

/** Families whose email has left, and those that have answered. */
function countAsked(actor: Actor, taskId: string) {
  const rows = select({
    id: renewals.id,
    studentId: renewals.studentId,
    familyId: students.familyId,
    state: renewals.state,
  })
    .from(renewals)
    .innerJoin(students, joined(students, renewals.studentId))
    .where(and(own(actor, renewals), eq(renewals.taskId, taskId)))
    .all()
  const ids = rows.map(({ id }) => id)
  const waiting = new Set(listUpdates(actor, ids).map(({ reader }) => reader))
  const contacts = listContacts(
    actor,
    rows.map(({ studentId }) => studentId),
  )
  const hasIt = (studentId: string) =>
    (contacts.get(studentId) ?? []).some(({ email }) => !waiting.has(email))
  const familiesOf = (which: typeof rows) => new Set(which.map(({ familyId }) => familyId)).size
  return {
    asked: familiesOf(rows.filter(({ studentId }) => hasIt(studentId))),
    answered: familiesOf(rows.filter(({ state }) => state !== "asked")),
  }
}
