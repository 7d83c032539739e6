import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { listFamilySuspects } from "~/models/money/family-merge/list-suspects.server"
import { hasManyStudents } from "~/models/people/student/many-students.server"
import { listPersonSuspects } from "./list-suspects.server"
import type { MergedNoun, PersonSuspect } from "./person-merge"

// Who may have been entered twice, for the screen that lists them. Everyone's names are compared: once between two writes,
// and of a large school aside. It is the same for all who may see it; which kinds these are is decided where it is asked.

type Suspects = Readonly<Record<MergedNoun | "family", readonly PersonSuspect[]>>

/** The pairs of a school by what they are, those with the most reasons first. */
export const listSuspects = (actor: Actor): Promise<Suspects> =>
  keepSuspects([actor.school.id], {
    work: {
      name: "suspects",
      input: { schoolId: actor.school.id },
      here: () => readSuspects(actor),
    },
    isLong: hasManyStudents(actor),
  })

const keepSuspects = keepAside<Suspects>(200)

/** The same as it is read now. */
export const readSuspects = (actor: Actor): Suspects => ({
  family: listFamilySuspects(actor).map(({ one, other, reasons }) => ({
    one: { id: one.id, name: one.name, about: one.children },
    other: { id: other.id, name: other.name, about: other.children },
    reasons,
  })),
  student: listPersonSuspects(actor, "student"),
  guardian: listPersonSuspects(actor, "guardian"),
  teacher: listPersonSuspects(actor, "teacher"),
})
