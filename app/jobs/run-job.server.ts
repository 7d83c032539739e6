import { transact } from "db/client.server"
import { refreshStatistics } from "db/statistics.server"
import { mailPasswordReset } from "~/models/accounts/password-reset/password-reset.server"
import { forgetOldExports } from "~/models/accounts/school/export-school.server"
import { isHeldFromDeletion } from "~/models/accounts/school/legal-hold.server"
import { forgetExpiredSignIns } from "~/models/accounts/sign-in/sign-in.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { forgetOldCarriedForms } from "~/models/foundation/carried-form/carried-form.server"
import { emptyBins } from "~/models/foundation/deleted-record/deleted-record.server"
import {
  isProviderKind,
  isQuickKind,
  isSlowKind,
  type ProviderKind,
  type QuickKind,
  readPayload,
  type SlowKind,
} from "~/models/foundation/job/job"
import {
  continueJob,
  finishJob,
  forgetFinishedJobs,
  isLastTry,
  type Job,
  type JobRow,
  leaseJob,
  putBackJob,
  recordJobFailure,
} from "~/models/foundation/job/job.server"
import { forgetExpiredPendingForms } from "~/models/foundation/pending-form/pending-form.server"
import { forgetQuietPushDevices, settlePush } from "~/models/foundation/push/push-devices.server"
import { writeLessonLetters } from "~/models/learning/lesson-letter/lesson-letter.server"
import { emptyBinsOfStudents } from "~/models/overview/bin/restore-deleted.server"
import { forgetOldDrafts } from "~/models/people/inquiry/inquiry-draft.server"
import { findSavingBlock } from "~/models/platform/abuse/block.server"
import { continueAnnouncement } from "~/models/platform/announcement/announcement.server"
import { tidyUp } from "~/models/platform/cleanup/cleanup.server"
import { eraseOneDemo } from "~/models/platform/live-demo/live-demo.server"
import { forgetUnusedFiles } from "~/models/platform/support/support-image.server"
import { lettersAtOnce } from "~/models/teaching/session/reader-updates.server"
import { now } from "~/utils/clock.server"
import { beginSpan } from "~/utils/event-loop.server"
import { inFormats } from "~/utils/formats.server"
import { log } from "~/utils/log.server"
import { applyProviderEvent } from "./apply-provider-event.server"
import { backUp } from "./back-up.server"
import {
  announceOfSchool,
  chargeSavedAccount,
  checkSavedCard,
  endSavedMethods,
  forgetAccount,
  readBooksOfSchool,
} from "./charge-saved-accounts.server"
import {
  chargeBegunDays,
  chargeBesideOfSchool,
  chargeFeesOfSchool,
  chargeLateOfSchool,
  chargeMonths,
  settleTuitionOfSchool,
} from "./charge-schools.server"
import { checkCertificate } from "./check-certificate.server"
import { eraseClosedSchools } from "./erase-schools.server"
import { exportSchool } from "./export-school.server"
import { followFailedRenewals } from "./follow-failed-renewals.server"
import { forgetPerson } from "./forget-person.server"
import { continueImport } from "./import-steps.server"
import { makeSessionsAhead, queueSessionMaking } from "./make-sessions.server"
import { reconcilePaymentOrders } from "./reconcile-payment-orders.server"
import {
  endOneReplaced,
  holdOneAtProvider,
  reconcileOneSubscription,
  reconcileStandingSubscriptions,
} from "./reconcile-standing-subscriptions.server"
import { reconcileSubscriptions } from "./reconcile-subscriptions.server"
import { sendPush } from "./send-push.server"
import { takeInboundMail } from "./take-inbound-mail.server"
import { takeText } from "./take-received-text.server"
import { carryOnTask } from "./task-steps.server"
import { tellDue } from "./tell-due.server"
import {
  announceAutoInvoices,
  chargeAutomatically,
  invoiceAutomatically,
  keepTaughtOfSchool,
  keepTaughtSums,
  mailFigures,
  mailFiguresOfSchool,
  passOnSpots,
  remindOfAttendance,
  remindOfInvoices,
  remindOfLessons,
  remindSchool,
  runAutoInvoices,
  seatPastSessions,
  seatRecentSessions,
  sendMailOfRun,
  warnOfCredits,
} from "./through-schools.server"

/** How a kind is carried out. */
type Runner<Kind extends QuickKind> =
  /** Its effects are rows: it runs in one transaction with the job's end, so a crash has both or neither. */
  | { effect: (job: Job<Kind>) => void }
  /** It talks to the outside: awaited, then marked done. A crash repeats it, so it must be safe to repeat. */
  | { errand: (job: Job<Kind>) => Promise<void> }
  /** Long work in pieces of a few milliseconds, each a transaction: true while there is more. Safe to repeat. */
  | { piece: (job: Job<Kind>) => Promise<boolean> }

const runners: { [Kind in QuickKind]: Runner<Kind> } = {
  "forget-expired-sign-ins": {
    effect: () => {
      forgetExpiredSignIns()
      forgetQuietPushDevices()
      forgetExpiredPendingForms()
      forgetOldCarriedForms()
      forgetOldDrafts(schoolActor)
      emptyBinsOfStudents(schoolActor, isHeldFromDeletion)
      emptyBins(isHeldFromDeletion)
    },
  },
  "erase-schools": { piece: eraseClosedSchools },
  "forget-person": { piece: forgetPerson },
  "forget-demos": { piece: async () => eraseOneDemo() },
  "follow-failed-renewals": { effect: () => followFailedRenewals() },
  "keep-sessions-made": { effect: () => queueSessionMaking() },
  "make-sessions": { effect: makeSessionsAhead },
  "password-reset": { effect: ({ payload }) => mailPasswordReset(payload.email) },
  "forget-finished-jobs": { effect: () => forgetFinishedJobs() },
  "seat-begun-sessions": { effect: seatRecentSessions },
  "seat-past-sessions": { effect: seatPastSessions },
  "announce-auto-invoices": { piece: announceAutoInvoices },
  "announce-charges": { effect: announceOfSchool },
  "end-saved-methods": { effect: endSavedMethods },
  "charge-automatically": { effect: chargeAutomatically },
  "charge-late-lessons": { effect: chargeLateOfSchool },
  "charge-months": { effect: chargeMonths },
  "charge-begun-days": { effect: chargeBegunDays },
  "charge-beside-tuition": { effect: chargeBesideOfSchool },
  "charge-fees": { effect: chargeFeesOfSchool },
  "invoice-automatically": { effect: invoiceAutomatically },
  "run-auto-invoices": { piece: runAutoInvoices },
  "send-held-mail": { piece: sendMailOfRun },
  "settle-tuition": { effect: settleTuitionOfSchool },
  "remind-of-attendance": { effect: remindOfAttendance },
  "remind-of-invoices": { effect: remindOfInvoices },
  "remind-of-lessons": { effect: remindOfLessons },
  "take-received-text": { effect: takeText },
  "tell-lessons": {
    piece: async ({ schoolId }) => {
      const actor = schoolId ? schoolActor(schoolId) : undefined
      if (!actor) return false
      return transact(() => tellDue(actor, now(), lettersAtOnce))
    },
  },
  "tell-learning": {
    piece: async ({ schoolId }) => {
      const actor = schoolId ? schoolActor(schoolId) : undefined
      return actor !== undefined && transact(() => writeLessonLetters(actor, now(), lettersAtOnce))
    },
  },
  "warn-of-credits": { effect: warnOfCredits },
  "remind-school": { effect: remindSchool },
  "mail-figures": { effect: mailFigures },
  "mail-figures-of-school": { piece: mailFiguresOfSchool },
  "pass-on-places": { effect: passOnSpots },
  "keep-statistics-fresh": { errand: async () => refreshStatistics() },
  "keep-taught-sums": { effect: keepTaughtSums },
  "keep-taught-of-school": { piece: keepTaughtOfSchool },
  "forget-unused-files": { errand: () => forgetUnusedFiles() },
  "tidy-up": { errand: () => tidyUp().then(() => forgetOldExports()) },
  "apply-provider-event": { errand: ({ payload }) => applyProviderEvent(payload) },
  "take-inbound-mail": { errand: ({ payload }) => takeInboundMail(payload) },
  "reconcile-subscription": { errand: ({ payload }) => reconcileOneSubscription(payload) },
  "end-replaced-subscription": { errand: ({ payload }) => endOneReplaced(payload) },
  "hold-at-provider": { errand: ({ payload }) => holdOneAtProvider(payload) },
  "reconcile-standing-subscriptions": { errand: ({ payload }) => reconcileStandingSubscriptions(payload) },
  "reconcile-payment-orders": { errand: () => reconcilePaymentOrders() },
  "reconcile-subscriptions": { errand: () => reconcileSubscriptions() },
  "check-certificate": { errand: () => checkCertificate() },
  "send-announcement": { piece: async ({ payload }) => continueAnnouncement(payload) },
  "import-roster": { piece: continueImport },
  "carry-on-task": { piece: carryOnTask },
}

/** Errands that take minutes; a stop ends them, and they are done again. */
const slowRunners: { [Kind in SlowKind]: (job: Job<Kind>, stopping: AbortSignal) => Promise<void> } = {
  "back-up": (_job, stopping) => backUp(stopping),
  "export-school": exportSchool,
}

/** Goes on for a school that our staff made read-only: what a provider did or was asked to, and mail that came in. */
const goesOn = new Set<string>([
  "apply-provider-event",
  "end-replaced-subscription",
  "end-saved-methods",
  "forget-saved-account",
  "hold-at-provider",
  "read-provider-books",
  "reconcile-payment-orders",
  "reconcile-standing-subscriptions",
  "reconcile-subscription",
  "reconcile-subscriptions",
  "take-inbound-mail",
] satisfies (QuickKind | ProviderKind)[])
const readOnlyWaitMs = 10 * 60_000

const waitsForSchool = ({ schoolId, kind }: JobRow): boolean =>
  schoolId !== null && !goesOn.has(kind) && findSavingBlock(schoolId) !== undefined

/** Errands that wait for the payment provider. */
const providerRunners: { [Kind in ProviderKind]: (job: Job<Kind>) => Promise<void> } = {
  "charge-saved-account": chargeSavedAccount,
  "check-saved-card": checkSavedCard,
  "forget-saved-account": forgetAccount,
  "read-provider-books": readBooksOfSchool,
}

/** The school a job is for: what it writes is in that school's formats. */
const schoolOf = ({ schoolId }: JobRow) => (schoolId ? schoolActor(schoolId) : undefined)

/** Does the next due job. False when there was none. */
export function runNextJob(): Promise<boolean> {
  return attempt(leaseJob(), async (job) => {
    if (waitsForSchool(job)) putBackJob(job, readOnlyWaitMs)
    else await inFormats(schoolOf(job)?.school, () => runQuick(job))
  })
}

/** Does the next due job of those that take minutes. False when there was none. */
export function runNextSlowJob(stopping: AbortSignal): Promise<boolean> {
  return attempt(leaseJob("slow"), async (row) => {
    if (!isSlowKind(row.kind)) throw new Error(`No such kind of job: ${row.kind}`)
    await runSlow(row, row.kind, stopping)
    finishJob(row.id)
  })
}

/** Sends the next due notification. False when there was none. */
export function runNextPush(stopping: AbortSignal): Promise<boolean> {
  return attempt(leaseJob("push"), async (row) => {
    const push = readPayload("send-push", row.payload)
    try {
      await sendPush(row.schoolId, row.id, push, stopping)
    } catch (error) {
      if (isLastTry(row)) settlePush(row.schoolId, push.noticeId, { state: "failed", reason: "refused" })
      throw error
    }
    finishJob(row.id)
  })
}

/** Does the next due job of those that wait for the payment provider. False when there was none. */
export function runNextProviderJob(): Promise<boolean> {
  return attempt(leaseJob("provider"), async (row) => {
    if (waitsForSchool(row)) return putBackJob(row, readOnlyWaitMs)
    await inFormats(schoolOf(row)?.school, async () => {
      if (!isProviderKind(row.kind)) throw new Error(`No such kind of job: ${row.kind}`)
      await askProvider(row, row.kind)
      finishJob(row.id)
    })
  })
}

const askProvider = <Kind extends ProviderKind>(row: JobRow, kind: Kind) =>
  providerRunners[kind]({ ...row, kind, payload: readPayload(kind, row.payload) })

const runSlow = <Kind extends SlowKind>(row: JobRow, kind: Kind, stopping: AbortSignal) =>
  slowRunners[kind]({ ...row, kind, payload: readPayload(kind, row.payload) }, stopping)

async function attempt(job: JobRow | undefined, work: (job: JobRow) => Promise<void>): Promise<boolean> {
  if (!job) return false
  const span = beginSpan(`job ${job.kind}`)
  try {
    await work(job)
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind }, "a job failed")
    recordJobFailure(job, error instanceof Error ? error.message : String(error))
  } finally {
    span.end()
  }
  return true
}

/** The row may be another version's, so its kind is looked up and its payload is read before anything is done. */
async function runQuick(row: JobRow) {
  if (!isQuickKind(row.kind)) throw new Error(`No such kind of job: ${row.kind}`)
  await run(row, row.kind)
}

async function run<Kind extends QuickKind>(row: JobRow, kind: Kind) {
  const job: Job<Kind> = { ...row, kind, payload: readPayload(kind, row.payload) }
  const runner: Runner<Kind> = runners[kind]
  if ("effect" in runner)
    transact(() => {
      runner.effect(job)
      finishJob(job.id)
    })
  else if ("errand" in runner) {
    await runner.errand(job)
    finishJob(job.id)
  } else if (await runner.piece(job)) continueJob(job.id)
  else finishJob(job.id)
}
