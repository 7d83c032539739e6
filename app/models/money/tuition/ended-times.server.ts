import { schedules } from "db/schema/teaching"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns } from "~/models/foundation/access/own.server"
import { isAfterTimes } from "~/models/teaching/session/ended-times"
import { groupBy } from "~/utils/group-by"

/**
 * Whether a class has no fee in a month (`YYYY-MM`), because its weekly times are over: a closure or a holiday ends none. One query
 * however many months are asked about.
 */
export function listEndedTimes(
  actor: Actor,
  classIds: readonly string[],
): (classId: string, month: string) => boolean {
  const timesOf = groupBy(timesQuery.all(actor, { ids: JSON.stringify(classIds) }), ({ classId }) => classId)
  return (classId, month) => isAfterTimes(timesOf.get(classId) ?? [], month)
}

const timesQuery = query((p: Params<{ ids: string }>, own) =>
  select(columns(schedules, "classId", "startsOn", "endsOn"))
    .from(schedules)
    .where(and(own(schedules), among(schedules.classId, p.ids))),
)
