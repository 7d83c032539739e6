import type { Actor } from "~/models/foundation/access/actor"
import { listStudents } from "~/models/people/student/list-students.server"
import { statusMarks } from "~/models/people/student/status-marks.server"
import type { StudentFilter } from "~/models/people/student/student"
import { fullName } from "~/utils/names"

const most = 24

/**
 * Students to choose from: those found by a search, otherwise those who play an instrument, and in any case those chosen
 * before. `exceptIds` are in the class already; former students come only when they are looked for, and say when they left.
 */
export function offerStudents(
  actor: Actor,
  {
    search,
    chosen,
    instrument,
    exceptIds = [],
  }: { search: string; chosen: readonly string[]; instrument?: string | null; exceptIds?: readonly string[] },
) {
  const filter: StudentFilter = search ? { search } : { instrument: instrument ?? undefined }
  const chosenIds = new Set(chosen)
  const left = new Set(exceptIds)
  const before =
    chosenIds.size > 0 ? listStudents(actor, {}, "all").students.filter(({ id }) => chosenIds.has(id)) : []
  const offered = search || instrument ? listStudents(actor, filter).students : []
  const found = offered
    .filter(({ id, status }) => !chosenIds.has(id) && (search || status !== "former"))
    .slice(0, most)
  const listed = [...before, ...found].filter(({ id }) => !left.has(id))
  const marks = statusMarks(actor, listed)
  return listed.map((student) => ({
    id: student.id,
    name: fullName(student),
    about: [student.instrument, student.level, marks.get(student.id)].filter(Boolean).join(", "),
  }))
}
