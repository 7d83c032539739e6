import { refreshStatistics, transact } from "db/client.server"
import { schoolActor } from "~/models/access/actor.server"
import {
  continueJob,
  finishJob,
  forgetFinishedJobs,
  type Job,
  leaseJob,
  recordJobFailure,
} from "~/models/job/job.server"
import { forgetExpiredKeptForms } from "~/models/kept-form/kept-form.server"
import { mailPasswordReset } from "~/models/password-reset/password-reset.server"
import { tidyUp } from "~/models/platform/cleanup.server"
import { forgetExpiredSignIns } from "~/models/sign-in/sign-in.server"
import { forgetUnusedFiles } from "~/models/support/support-image.server"
import { inFormats } from "~/utils/formats.server"
import { log } from "~/utils/log.server"
import { applyProviderEvent } from "./apply-provider-event.server"
import { backUp } from "./back-up.server"
import { carryImportOn } from "./import-steps.server"
import { makeSessionsAhead, queueSessionMaking } from "./make-sessions.server"
import { reconcilePaymentOrders } from "./reconcile-payment-orders.server"
import {
  endOneReplaced,
  reconcileOneSubscription,
  reconcileStandingSubscriptions,
} from "./reconcile-standing-subscriptions.server"
import { reconcileSubscriptions } from "./reconcile-subscriptions.server"
import {
  chargeMonths,
  passOnPlaces,
  remindOfLessons,
  seatPastSessions,
  seatRecentSessions,
} from "./through-schools.server"

/** Kinds whose effects are rows: they run in one transaction with the job's end, so a crash has both or neither. */
const kinds: Record<string, (job: Job) => void> = {
  "forget-expired-sign-ins": () => {
    forgetExpiredSignIns()
    forgetExpiredKeptForms()
  },
  "keep-sessions-made": () => queueSessionMaking(),
  "make-sessions": makeSessionsAhead,
  "password-reset": (job) => mailPasswordReset(JSON.parse(job.payload).email),
  "forget-finished-jobs": () => forgetFinishedJobs(),
  "seat-begun-sessions": seatRecentSessions,
  "seat-past-sessions": seatPastSessions,
  "charge-months": chargeMonths,
  "remind-of-lessons": remindOfLessons,
  "pass-on-places": passOnPlaces,
}

/** Kinds that talk to the outside: awaited, then marked done. A crash repeats them, so they must be safe to repeat. */
const errands: Record<string, (job: Job) => Promise<void>> = {
  "keep-statistics-fresh": async () => refreshStatistics(),
  "forget-unused-files": () => forgetUnusedFiles(),
  "tidy-up": async () => {
    await tidyUp()
  },
  "apply-provider-event": applyProviderEvent,
  "reconcile-subscription": reconcileOneSubscription,
  "end-replaced-subscription": endOneReplaced,
  "reconcile-standing-subscriptions": reconcileStandingSubscriptions,
  "reconcile-payment-orders": () => reconcilePaymentOrders(),
  "reconcile-subscriptions": () => reconcileSubscriptions(),
}

/** Long work in pieces of a few milliseconds, each a transaction: true while there is more. Safe to repeat. */
const piecework: Record<string, (job: Job) => Promise<boolean>> = {
  "import-roster": carryImportOn,
}

/** Errands that take minutes; a stop ends them, and they are done again. */
const slowErrands: Record<string, (stopping: AbortSignal) => Promise<void>> = {
  "back-up": backUp,
}

/** The school a job is for: what it writes is in that school's formats. */
const schoolOf = ({ schoolId }: Job) => (schoolId ? schoolActor(schoolId) : undefined)

/** Does the next due job. False when there was none. */
export function runNextJob(): Promise<boolean> {
  return attempt(leaseJob(), (job) => inFormats(schoolOf(job)?.school, () => carryOut(job)))
}

/** Does the next due job of those that take minutes. False when there was none. */
export function runNextSlowJob(stopping: AbortSignal): Promise<boolean> {
  return attempt(leaseJob("slow"), async (job) => {
    await slowErrands[job.kind]?.(stopping)
    finishJob(job.id)
  })
}

async function attempt(job: Job | undefined, work: (job: Job) => Promise<void>): Promise<boolean> {
  if (!job) return false
  try {
    await work(job)
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, "a job failed")
    recordJobFailure(job, error instanceof Error ? error.message : String(error))
  }
  return true
}

async function carryOut(job: Job) {
  const effect = kinds[job.kind]
  const errand = errands[job.kind]
  const doPiece = piecework[job.kind]
  if (effect)
    transact(() => {
      effect(job)
      finishJob(job.id)
    })
  else if (errand) {
    await errand(job)
    finishJob(job.id)
  } else if (doPiece) {
    if (await doPiece(job)) continueJob(job.id)
    else finishJob(job.id)
  } else throw new Error(`No such kind of job: ${job.kind}`)
}
