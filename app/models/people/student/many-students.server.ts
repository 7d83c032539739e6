import { students } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { query, select } from "~/models/foundation/access/door.server"

/** Of so many students a week or a day's figures are read in a few milliseconds. */
const fewStudents = 500

/** Whether a school has more students than that: what looks at all its lessons is then read aside. */
export const hasManyStudents = (actor: Actor): boolean =>
  keepIsMany([actor.school.id], () => manyQuery.get(actor) !== undefined)

const keepIsMany = keepUnchanged<boolean>(500)

const manyQuery = query((_, own) =>
  select({ id: students.id }).from(students).where(own(students)).limit(1).offset(fewStudents),
)
