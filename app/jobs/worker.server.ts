import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"
import { findReadOnly } from "~/models/platform/service/shown-notices.server"
import { untilLogIsShort } from "~/providers/threads/checkpoint-thread.server"
import { env } from "~/utils/env.server"
import { untilItsTurn } from "~/utils/goes-first.server"
import { log } from "~/utils/log.server"
import { mayLogAgain, noteDatabaseError } from "~/utils/machine-state.server"
import { untilSaved } from "~/utils/until-saved.server"
import { sendNextMail } from "./mail/send-mail.server"
import { runNextJob, runNextProviderJob, runNextPush, runNextSlowJob } from "./run-job.server"
import { sendNextText } from "./send-text.server"
import { keepTimetable } from "./timetable.server"
import { watchOver } from "./watch-over.server"

const idleMs = 500
/** Requests share this process: after so long the event loop has its turn. */
const sliceMs = 20
/** How long a stop waits for a call to the outside; what is cut off is done again under the same key. */
const graceMs = 3000

/** One kind of queued work: does the next piece, false when nothing is due. Must end soon after the signal. */
type Queue = (stopping: AbortSignal) => Promise<boolean>

/** Work that waits while the platform is read-only: all of it writes rows. */
const unlessReadOnly =
  (queue: Queue): Queue =>
  async (stopping) =>
    findReadOnly() ? false : queue(stopping)

const listQueues = (): Queue[] => [
  ...[
    async () => {
      keepTimetable()
      return runNextJob()
    },
    runNextSlowJob,
    runNextPush,
    runNextProviderJob,
    sendNextText,
    (stopping: AbortSignal) => sendNextMail({ lane: "urgent", stopping }),
    ...Array.from(
      { length: env().MAIL_SENDERS },
      () => (stopping: AbortSignal) => sendNextMail({ lane: "bulk", stopping }),
    ),
  ].map(unlessReadOnly),
]

/**
 * Carries out queued jobs and mail until stopped. The queues run side by side, so a slow provider delays no one's
 * jobs; each queue one piece at a time. What they do is rows: a crash at any point neither loses an effect nor repeats it.
 */
export function startWorker() {
  const stopping = new AbortController()
  const running = Promise.all([
    ...listQueues().map((queue) => workOff(queue, stopping.signal, untilReady)),
    // Alerts are about a disk that doesn't answer, too.
    workOff(watchOver, stopping.signal),
  ])
  log.info("the worker runs")
  return {
    async stop() {
      stopping.abort()
      const waited = new AbortController()
      await Promise.race([
        running,
        pause(graceMs, undefined, { signal: waited.signal }).catch(() => undefined),
      ])
      waited.abort()
    },
  }
}

async function untilReady() {
  await untilSaved()
  await untilLogIsShort()
  await untilItsTurn()
}

/** `ready` is awaited after each slice. When it rejects the process is ending, and no more work is taken. */
async function workOff(
  queue: Queue,
  stopping: AbortSignal,
  ready: () => Promise<void> = async () => undefined,
) {
  while (!stopping.aborted) {
    const isEmpty = await workOneSlice(queue, stopping)
    const isReady = await ready().then(
      () => true,
      () => false,
    )
    if (!isReady) return
    if (isEmpty) await pause(idleMs, undefined, { signal: stopping }).catch(() => undefined)
    else await nextTurn()
  }
}

/** Works until the slice is over; true when nothing is left to do, or when the queue itself fails and needs a rest. */
async function workOneSlice(queue: Queue, stopping: AbortSignal): Promise<boolean> {
  const end = performance.now() + sliceMs
  try {
    while (!stopping.aborted && performance.now() < end) if (!(await queue(stopping))) return true
    return false
  } catch (error) {
    noteDatabaseError(error)
    // Every queue meets the same trouble twice a second: a full disk must not be filled by its own log.
    if (mayLogAgain(`worker ${error instanceof Error ? error.message : error}`))
      log.error({ err: error }, "the worker could not ask for work")
    return true
  }
}
