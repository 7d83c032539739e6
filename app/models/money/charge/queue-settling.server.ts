import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"

/**
 * Has the monthly fees follow at once when several enrollments ended, or are there again: in the background, a few at a
 * time. In the caller's transaction; asked for often, it runs once for all of them.
 */
export function queueSettling(actor: Actor) {
  const second = Math.floor(now() / 1000)
  const uniqueKey = `settle-tuition ${actor.school.id} ${second}`
  queueJob({ kind: "settle-tuition", schoolId: actor.school.id, dueAt: (second + 1) * 1000, uniqueKey })
}
