import { schoolActor } from "~/models/foundation/access/actor.server"
import { type Job, queueJob } from "~/models/foundation/job/job.server"
import {
  extendSchedules,
  listSchoolsBehind,
  makingHorizon,
} from "~/models/teaching/session/make-sessions.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

/** One job a day for each school whose sessions are not made twelve weeks ahead: one school's trouble stays its own. */
export function queueSessionMaking() {
  const day = today("UTC", now())
  for (const schoolId of listSchoolsBehind())
    queueJob({ kind: "make-sessions", schoolId, uniqueKey: `make-sessions@${schoolId}@${day}` })
}

/** Keeps a school's sessions made twelve weeks ahead. */
export function makeSessionsAhead({ schoolId }: Pick<Job<"make-sessions">, "schoolId">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) extendSchedules(actor, makingHorizon(actor))
}
