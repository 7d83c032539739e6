import { setTimeout as pause } from "node:timers/promises"
import { sendNextMail } from "./mail/send-mail.server"
import { runNextJob } from "./run-job.server"
import { keepTimetable } from "./timetable.server"

const idleMs = 500

/**
 * Carries out queued jobs and mail, one at a time, until stopped. What it does is rows: a crash at any point neither
 * loses an effect nor repeats it.
 */
export function startWorker() {
  const stopping = new AbortController()
  const running = work(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function work(stopping: AbortSignal) {
  while (!stopping.aborted) {
    const busy = await step()
    if (!busy) await pause(idleMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function step(): Promise<boolean> {
  try {
    keepTimetable()
    const didJob = await runNextJob()
    const didMail = await sendNextMail()
    return didJob || didMail
  } catch (error) {
    console.error(error)
    return false
  }
}
