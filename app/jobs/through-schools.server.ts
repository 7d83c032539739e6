import { passOnFreedTimes } from "~/models/attendance/freed-time/freed-times.server"
import { offerFreedAgain, offerToNewHolders } from "~/models/attendance/freed-time/offer-again.server"
import { endStaleSwaps } from "~/models/attendance/swap/swap-rules.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { type Job, listQueuedFor, queueJob } from "~/models/foundation/job/job.server"
import {
  advanceAutoInvoicing,
  announceDue,
  invoiceNextFamily,
} from "~/models/money/auto-invoicing/run-invoicing.server"
import { sendHeldMail } from "~/models/money/invoice/invoice-run.server"
import { sendReminders, takeReminderDay } from "~/models/money/reminder/send-reminders.server"
import { findMonthToMail, mailMonthFigures } from "~/models/overview/analytics/money-figures.server"
import { keepNextTaught, listUnkept } from "~/models/overview/lesson-totals/keep-lesson-totals.server"
import { remindOfExpiring } from "~/models/people/proof/remind.server"
import { tellBirthdays } from "~/models/teaching/birthday/tell-birthdays.server"
import { warnOfExpiry } from "~/models/teaching/credit/credit.server"
import { remindOfMissing } from "~/models/teaching/missing-register/missing-registers.server"
import { expireOffers } from "~/models/teaching/offer/make-offer.server"
import { giveClassesDue } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { seatBegunSessions } from "~/models/teaching/seat/seat.server"
import { remindOfComing } from "~/models/teaching/session/lesson-reminder.server"
import { beginPlannedStatuses } from "~/models/teaching/student-status/future-status.server"
import { letGoDue } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { offerFreeSpots, passOnOffers } from "~/models/teaching/waiting-list/offer-spot.server"
import { now, todayOf } from "~/utils/clock.server"
import { nextTurn } from "~/utils/in-turns"
import { queueCharges } from "./charge-saved-accounts.server"
import { inSchool } from "./in-school.server"
import { throughSchools } from "./school-by-school.server"

// What recurs for every school, and the jobs of one school that follow from it.

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

/** Twice an hour: the lessons of days to come, and today's birthdays, from each school's hour on. */
export function remindOfLessons(job: Job<"remind-of-lessons">) {
  throughSchools(job, undefined, (actor) => {
    remindOfComing(actor)
    tellBirthdays(actor)
  })
}

/** Twice an hour: make-up credits and required documents that are about to expire, in the morning of each school. */
export function warnOfCredits(job: Job<"warn-of-credits">) {
  throughSchools(job, undefined, (actor) => {
    warnOfExpiry(actor)
    remindOfExpiring(actor)
  })
}

/** Twice an hour: lessons without attendance, in the evening or morning of each school that wants it. */
export function remindOfAttendance(job: Job<"remind-of-attendance">) {
  throughSchools(job, undefined, (actor) => remindOfMissing(actor))
}

/**
 * Twice an hour: begins the automatic invoices and lets the next be announced, in the morning of each school. A month's invoices wait for its
 * fees, which are charged in steps.
 */
export function invoiceAutomatically(job: Job<"invoice-automatically">) {
  const charging = listQueuedFor([
    "charge-months",
    "charge-begun-days",
    "charge-fees",
    "charge-late-lessons",
    "settle-tuition",
    "charge-beside-tuition",
  ])
  if (charging.has(null))
    return queueJob({
      kind: job.kind,
      schoolId: job.schoolId,
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

/** Tells the office of a school what tomorrow's run would send. */
export async function announceAutoInvoices({ schoolId }: Job<"announce-auto-invoices">): Promise<boolean> {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) await announceDue(actor)
  return false
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
  const day = todayOf(actor)
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

/**
 * A few times an hour: students and teachers pause or leave, and classes get another teacher, whose day has begun at the school; places offered from waiting lists, and freed
 * times, that no one took go to the next in line; offers to those who asked for lessons end; swaps run out.
 */
export function passOnSpots(job: Job<"pass-on-places">) {
  throughSchools(job, undefined, (actor) => {
    beginPlannedStatuses(actor)
    giveClassesDue(actor)
    letGoDue(actor)
    passOnOffers(actor)
    expireOffers(actor)
    offerFreeSpots(actor)
    passOnFreedTimes(actor)
    offerFreedAgain(actor)
    offerToNewHolders(actor)
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
  if (schoolId) await inSchool(schoolId, (actor) => mailMonthFigures(actor, payload.month))
  return false
}
