import { schoolActor } from "~/models/access/actor.server"
import type { Job } from "~/models/job/job.server"
import { extendSchedules, makingHorizon } from "~/models/session/make-sessions.server"

/** Keeps a school's sessions made twelve weeks ahead. */
export function makeSessionsAhead(job: Job) {
  const actor = job.schoolId ? schoolActor(job.schoolId) : undefined
  if (actor) extendSchedules(actor, makingHorizon(actor))
}
