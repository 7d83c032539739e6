import { transact } from "db/client.server"
import { finishJob, type Job, leaseJob, recordJobFailure } from "~/models/job/job.server"
import { forgetExpiredSignIns } from "~/models/sign-in/sign-in.server"
import { makeSessionsAhead } from "./make-sessions.server"

/**
 * What each kind of job does. Synchronous effects run in one transaction with the job's end, so a crash has both or
 * neither; work that talks to the outside must be safe to repeat.
 */
const kinds: Record<string, (job: Job) => void> = {
  "forget-expired-sign-ins": () => forgetExpiredSignIns(),
  "make-sessions": makeSessionsAhead,
}

/** Does the next due job. False when there was none. */
export async function runNextJob(): Promise<boolean> {
  const job = leaseJob()
  if (!job) return false
  const effect = kinds[job.kind]
  try {
    if (!effect) throw new Error(`No such kind of job: ${job.kind}`)
    transact(() => {
      effect(job)
      finishJob(job.id)
    })
  } catch (error) {
    console.error(error)
    recordJobFailure(job, error instanceof Error ? error.message : String(error))
  }
  return true
}
