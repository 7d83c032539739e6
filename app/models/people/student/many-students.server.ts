import { db, prepareOnce } from "db/client.server"
import { students } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** Of so many students a week or a day's figures are read in a few milliseconds. */
const fewStudents = 500

/** Whether a school has more students than that: what looks at all its lessons is then read aside. */
export const hasManyStudents = (actor: Actor): boolean =>
  keepIsMany([actor.school.id], () => manyQuery().get({ schoolId: actor.school.id }) !== undefined)

const keepIsMany = keepUnchanged<boolean>(500)

const manyQuery = prepareOnce(() =>
  db()
    .select({ id: students.id })
    .from(students)
    .where(own(sql.placeholder("schoolId"), students))
    .limit(1)
    .offset(fewStudents)
    .prepare(),
)
