import { studentStatusChanges } from "db/schema/people"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { formatDate } from "~/utils/formats"
import { plannedText, type StudentStatus } from "./student"

/**
 * What a list to choose from says of those who aren't taught at present, by student: "left on Jun 30, 2026", "paused", and when a
 * former student comes back. One query, and none where everyone is taught.
 */
export function statusMarks(
  actor: Actor,
  students: readonly { id: string; status: StudentStatus }[],
): ReadonlyMap<string, string> {
  const marked = students.filter(({ status }) => status === "former" || status === "paused")
  const former = marked.flatMap(({ id, status }) => (status === "former" ? [id] : []))
  const changes = former.length > 0 ? listChanges(actor, former) : []
  return new Map(
    marked.map(({ id, status }) => {
      if (status === "paused") return [id, "paused"]
      const own = changes.filter(({ studentId }) => studentId === id)
      const left = own.filter((change) => !change.isAhead && change.status === "former").at(-1)
      const back = own.find((change) => change.isAhead && change.status === "active")
      const texts = [
        left ? `left on ${formatDate(left.on, "medium", actor.school)}` : "former student",
        ...(back ? [plannedText(back)] : []),
      ]
      return [id, texts.join(", ")]
    }),
  )
}

const listChanges = (actor: Actor, studentIds: readonly string[]) =>
  changesOf.all(actor, { studentIds: JSON.stringify(studentIds) })

const changesOf = query((p: Params<{ studentIds: string }>, own) =>
  select({
    studentId: studentStatusChanges.studentId,
    status: studentStatusChanges.status,
    on: studentStatusChanges.fromDate,
    isAhead: studentStatusChanges.isAhead,
  })
    .from(studentStatusChanges)
    .where(and(own(studentStatusChanges), among(studentStatusChanges.studentId, p.studentIds)))
    .orderBy(asc(studentStatusChanges.fromDate), asc(studentStatusChanges.id)),
)
