import { cacheUntilWrite } from "db/cache-until-write.server"
import { teachers } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"

const keepNames = cacheUntilWrite<ReadonlyMap<string, string>>(100)

/** The names of all teachers by their ID, also of those who left. Read once until one of them changes. */
export const teacherNames = (actor: Actor): ReadonlyMap<string, string> =>
  keepNames([actor.school.id], () => {
    const rows = ownRows(actor, teachers, ["id", "name"]).all()
    return new Map(rows.map(({ id, name }) => [id, name]))
  })
