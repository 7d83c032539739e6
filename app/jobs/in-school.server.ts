import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { inFormats } from "~/utils/formats.server"

/**
 * Does a school's part of a job that is for many, in that school's formats: its currency says how amounts are divided. Undefined
 * when the school is gone.
 */
export function inSchool<Result>(schoolId: string, work: (actor: Actor) => Result): Result | undefined {
  const actor = schoolActor(schoolId)
  return actor && inFormats(actor.school, () => work(actor))
}
