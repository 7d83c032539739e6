import { isInTransaction, transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { PortionKind } from "~/models/foundation/job/job"
import { type Job, queueJob, retryForSchool, reviveJob } from "~/models/foundation/job/job.server"
import { findSavingBlock } from "~/models/platform/abuse/block.server"
import { listSchoolsToSeat } from "~/models/teaching/seat/seat.server"
import { inFormats } from "~/utils/formats.server"
import { log } from "~/utils/log.server"

// Work for every school, a portion a job, so that no transaction holds the others up for long: so many schools at most,
// and none begun after so long. One school that fails loses what it did alone, and is tried again by itself.

const portion = 50
const portionMs = 20

/** Ends a portion after its schools or its time, with the school that it is at: a busy one is a portion of its own. */
export function throughSchools(
  job: Job<PortionKind>,
  since: number | undefined,
  work: (actor: Actor) => void,
) {
  if (job.schoolId !== null) return workAt(job.schoolId, work)
  const { after = "" } = job.payload
  const end = performance.now() + portionMs
  const ids = listSchoolsToSeat(after, portion, since)
  let last: string | undefined
  for (const id of ids) {
    if (last && performance.now() > end) break
    last = id
    workOrRetry(job.kind, id, work)
  }
  if (last && (ids.length === portion || last !== ids.at(-1))) {
    const uniqueKey = `${job.kind}>${last}`
    queueJob({ kind: job.kind, payload: { after: last }, uniqueKey })
    // One of an earlier turn that was given up doesn't keep the schools behind it from this one.
    reviveJob(uniqueKey)
  }
}

function workAt(schoolId: string, work: (actor: Actor) => void) {
  const actor = schoolActor(schoolId)
  // A school that our staff made read-only stays as it is.
  if (actor && !findSavingBlock(schoolId)) inFormats(actor.school, () => work(actor))
}

function workOrRetry(kind: PortionKind, schoolId: string, work: (actor: Actor) => void) {
  try {
    transact(() => workAt(schoolId, work))
  } catch (error) {
    // The disk is full, or the like: the whole portion is undone, and its job is tried again.
    if (!isInTransaction()) throw error
    log.error({ err: error, kind, schoolId }, "a job failed at one school")
    retryForSchool(kind, schoolId, error instanceof Error ? error.message : String(error))
  }
}
