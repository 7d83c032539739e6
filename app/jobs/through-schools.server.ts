import { passOnFreedTimes } from "~/models/attendance/freed-time/freed-times.server"
import { offerFreedAgain } from "~/models/attendance/freed-time/offer-again.server"
import { endStaleSwaps } from "~/models/attendance/swap/settle-swap.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData, PortionKind } from "~/models/foundation/job/job"
import { type Job, listQueuedFor, queueJob } from "~/models/foundation/job/job.server"
import { advanceAutoInvoicing, invoiceNextFamily } from "~/models/money/auto-invoicing/run-invoicing.server"
import { chargeNextFees } from "~/models/money/charge/charge-month.server"
import { settleNextFees } from "~/models/money/charge/settle-tuition.server"
import { enterRepeats } from "~/models/money/expense/expense-repeats.server"
import { chargeHiresDue } from "~/models/money/hire/charge-hires.server"
import { sendHeldMail } from "~/models/money/invoice/release-run.server"
import { chargeLateFees } from "~/models/money/late-fee/late-fee.server"
import { endExpiredPackages } from "~/models/money/package/end-package.server"
import { feesFollowReminders } from "~/models/money/reminder/reminder-steps.server"
import { sendReminders, takeReminderDay } from "~/models/money/reminder/send-reminders.server"
import { findMonthToMail, mailMonthFigures } from "~/models/overview/analytics/mail-figures.server"
import { keepNextTaught, listUnkept } from "~/models/overview/taught/keep-taught.server"
import { findSavingBlock } from "~/models/platform/abuse/block.server"
import { warnOfExpiry } from "~/models/teaching/credit/warn-of-expiry.server"
import { remindOfMissing } from "~/models/teaching/missing-register/remind-missing.server"
import { listSchoolsToSeat, seatBegunSessions } from "~/models/teaching/seat/seat-session.server"
import { remindOfTomorrow } from "~/models/teaching/session/lesson-reminder.server"
import { offerFreeSpots } from "~/models/teaching/waiting-list/offer-free-spots.server"
import { passOnOffers } from "~/models/teaching/waiting-list/offer-spot.server"
import { now } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { nextTurn } from "~/utils/in-turns"
import { today } from "~/utils/zones"

import { queueCharges } from "./charge-saved-accounts.server"

// Work for every school, a portion a job, so that no transaction holds the others up for long: so many schools at most,
// and none begun after so long.

const portion = 50
const portionMs = 20
const nextLookMs = 5_000
const day = 86_400_000

/** Every few minutes: the seats of sessions that have begun within the last days. */
export function seatRecentSessions(job: Job<"seat-begun-sessions">) {
  const since = now() - 3 * day
  throughSchools(job, since, (actor) => seatBegunSessions(actor, since))
}

/** Once a day: the seats of the whole past, for those who were enrolled afterwards. */
export function seatPastSessions(job: Job<"seat-past-sessions">) {
  throughSchools(job, undefined, (actor) => seatBegunSessions(actor))
}

/**
 * Once a day, at midnight UTC, which in every zone falls on each date once: flat fees and hires of the month that has begun for a
 * school, on its first day, and of months that were missed;
 * the end of packages whose last day was yesterday, expenses that repeat, and late fees of invoices that are overdue, unless those follow the reminders.
 */
export function chargeMonths(job: Job<"charge-months">) {
  throughSchools(job, undefined, (actor) => {
    chargeFees(actor)
    chargeHiresDue(actor)
    endExpiredPackages(actor)
    enterRepeats(actor)
    if (!feesFollowReminders(actor)) chargeLateFees(actor)
  })
}

/** Twice an hour: tomorrow's lessons, in the afternoon of each school. */
export function remindOfLessons(job: Job<"remind-of-lessons">) {
  throughSchools(job, undefined, (actor) => remindOfTomorrow(actor))
}

/** Twice an hour: make-up credits that are about to expire, in the morning of each school. */
export function warnOfCredits(job: Job<"warn-of-credits">) {
  throughSchools(job, undefined, (actor) => warnOfExpiry(actor))
}

/** Twice an hour: lessons without attendance, in the evening or morning of each school that wants it. */
export function remindOfAttendance(job: Job<"remind-of-attendance">) {
  throughSchools(job, undefined, (actor) => remindOfMissing(actor))
}

/**
 * Twice an hour: announces and begins the automatic invoices, in the morning of each school. A month's invoices wait for its
 * fees, which are charged in steps.
 */
export function invoiceAutomatically(job: Job<"invoice-automatically">) {
  const charging = listQueuedFor(["charge-months", "charge-fees", "settle-tuition"])
  if (charging.has(null))
    return queueJob({
      kind: job.kind,
      payload: job.payload,
      dueAt: now() + nextLookMs,
      uniqueKey: `${job.id} later`,
    })
  throughSchools(job, undefined, (actor) => {
    if (charging.has(actor.school.id)) return
    const begun = advanceAutoInvoicing(actor)
    if (begun)
      queueJob({
        kind: "run-auto-invoices",
        schoolId: actor.school.id,
        payload: begun,
        uniqueKey: `run-auto-invoices ${begun.runId}`,
      })
  })
}

/** Twice an hour: announces the charges to saved accounts and makes those whose day has come, in the daytime of each school. */
export function chargeAutomatically(job: Job<"charge-automatically">) {
  throughSchools(job, undefined, queueCharges)
}

/** Families of one turn; the event loop is free between them. */
const familiesInTurn = 6

/** The next few families of a run of automatic invoices. True while there are more. */
export async function runAutoInvoices({ schoolId, payload }: Job<"run-auto-invoices">): Promise<boolean> {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (!actor) return false
  for (let family = 0; family < familiesInTurn; family += 1) {
    if (!invoiceNextFamily(actor, payload.runId)) return false
    await nextTurn()
  }
  return true
}

/** The next emails of an invoice run whose time to undo is over. True while there are more. */
export async function sendMailOfRun({ schoolId, payload }: Job<"send-held-mail">): Promise<boolean> {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  return actor !== undefined && sendHeldMail(actor, payload.runId)
}

/** The next few monthly fees of a school with many; those behind them are queued in its transaction. */
export function chargeFeesOfSchool({ schoolId, payload }: Job<"charge-fees">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) chargeFees(actor, payload)
}

/** Once all are charged, those of enrollments that ended are settled. */
function chargeFees(actor: Actor, from?: JobData["charge-fees"]) {
  const next = chargeNextFees(actor, from)
  if (next) queueJob({ kind: "charge-fees", schoolId: actor.school.id, payload: next })
  else settleFees(actor)
}

/** A few fees of enrollments that ended, or whose end was undone; the next ones are queued in its transaction. */
export function settleTuitionOfSchool({ schoolId, payload }: Job<"settle-tuition">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) settleFees(actor, payload.behind)
}

function settleFees(actor: Actor, from?: JobData["settle-tuition"]["behind"]) {
  const { behind } = settleNextFees(actor, from)
  if (behind) queueJob({ kind: "settle-tuition", schoolId: actor.school.id, payload: { behind } })
}

/** Twice an hour: the reminders of unpaid invoices, in the morning of each school, in portions of their own. */
export function remindOfInvoices(job: Job<"remind-of-invoices">) {
  throughSchools(job, undefined, (actor) => {
    const day = takeReminderDay(actor)
    if (day)
      queueJob({ kind: "remind-school", schoolId: actor.school.id, uniqueKey: reminderKey(actor, day) })
  })
}

/** A portion of one school's reminders; the next one is queued in its transaction. */
export function remindSchool({ schoolId, payload }: Job<"remind-school">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (!actor) return
  const { dueOn, invoiceId, isInstallment } = payload
  const from = dueOn && invoiceId ? { dueOn, invoiceId, isInstallment } : undefined
  const behind = sendReminders(actor, from)
  const day = today(actor.school.timeZone, now())
  if (behind)
    queueJob({
      kind: "remind-school",
      schoolId,
      payload: behind,
      // The same invoice comes again: with its next installment, and first without any.
      uniqueKey: `${reminderKey(actor, day)}>${behind.isInstallment ? "plan " : ""}${behind.dueOn} ${behind.invoiceId}`,
    })
}

const reminderKey = (actor: Actor, day: string) => `remind-school ${actor.school.id} ${day}`

/** A few times an hour: places offered from waiting lists, and freed times, that no one took go to the next in line; swaps run out. */
export function passOnSpots(job: Job<"pass-on-places">) {
  throughSchools(job, undefined, (actor) => {
    passOnOffers(actor)
    offerFreeSpots(actor)
    passOnFreedTimes(actor)
    offerFreedAgain(actor)
    endStaleSwaps(actor)
  })
}

/** Several times an hour: queues the sums of days and months that a school lacks. */
export function keepTaughtSums(job: Job<"keep-taught-sums">) {
  throughSchools(job, undefined, (actor) => {
    const { days, months } = listUnkept(actor)
    if (days.length + months.length === 0) return
    const uniqueKey = `keep-taught ${actor.school.id} ${now()}`
    queueJob({ kind: "keep-taught-of-school", schoolId: actor.school.id, uniqueKey })
  })
}

/** The next few sums of one school. True while there are more. */
export async function keepTaughtOfSchool({ schoolId }: Job<"keep-taught-of-school">): Promise<boolean> {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  return actor !== undefined && keepNextTaught(actor)
}

/** Twice an hour: queues the figures of the month that is over, in the morning of each school. */
export function mailFigures(job: Job<"mail-figures">) {
  throughSchools(job, undefined, (actor) => {
    const month = findMonthToMail(actor)
    if (month)
      queueJob({
        kind: "mail-figures-of-school",
        schoolId: actor.school.id,
        payload: { month },
        uniqueKey: `mail-figures ${actor.school.id} ${month}`,
      })
  })
}

/** The figures of one school. All of it is done at once. */
export async function mailFiguresOfSchool({
  schoolId,
  payload,
}: Job<"mail-figures-of-school">): Promise<boolean> {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) await inFormats(actor.school, () => mailMonthFigures(actor, payload.month))
  return false
}

/** Ends a portion after its schools or its time, with the school that it is at: a busy one is a portion of its own. */
function throughSchools(job: Job<PortionKind>, since: number | undefined, work: (actor: Actor) => void) {
  const { after = "" } = job.payload
  const end = performance.now() + portionMs
  const ids = listSchoolsToSeat(after, portion, since)
  let last: string | undefined
  for (const id of ids) {
    if (last && performance.now() > end) break
    last = id
    const actor = schoolActor(id)
    // A school that our staff made read-only stays as it is.
    if (actor && !findSavingBlock(id)) inFormats(actor.school, () => work(actor))
  }
  if (last && (ids.length === portion || last !== ids.at(-1)))
    queueJob({ kind: job.kind, payload: { after: last }, uniqueKey: `${job.kind}>${last}` })
}
