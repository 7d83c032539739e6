import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { PortionKind } from "~/models/foundation/job/job"
import { type Job, queueJob } from "~/models/foundation/job/job.server"
import { advanceAutoInvoicing, invoiceNextFamily } from "~/models/money/auto-invoicing/run-invoicing.server"
import { chargeMonthsDue } from "~/models/money/charge/charge-month.server"
import { settleTuition } from "~/models/money/charge/settle-tuition.server"
import { chargeHiresDue } from "~/models/money/hire/charge-hires.server"
import { chargeLateFees } from "~/models/money/late-fee/late-fee.server"
import { endExpiredPackages } from "~/models/money/package/end-package.server"
import { feesFollowReminders } from "~/models/money/reminder/reminder-steps.server"
import { sendReminders, takeReminderDay } from "~/models/money/reminder/send-reminders.server"
import { listSchoolsToSeat, seatBegunSessions } from "~/models/teaching/seat/seat-session.server"
import { remindOfTomorrow } from "~/models/teaching/session/lesson-reminder.server"
import { passOnOffers } from "~/models/teaching/waiting-list/offer-spot.server"
import { now } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { nextTurn } from "~/utils/in-turns"
import { today } from "~/utils/zones"

// Work for every school, a portion a job, so that no transaction holds the others up for long.

const portion = 50
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
 * the end of packages whose last day was yesterday, and late fees of invoices that are overdue, unless those follow the reminders.
 */
export function chargeMonths(job: Job<"charge-months">) {
  throughSchools(job, undefined, (actor) => {
    chargeMonthsDue(actor)
    chargeHiresDue(actor)
    settleTuition(actor)
    endExpiredPackages(actor)
    if (!feesFollowReminders(actor)) chargeLateFees(actor)
  })
}

/** Twice an hour: tomorrow's lessons, in the afternoon of each school. */
export function remindOfLessons(job: Job<"remind-of-lessons">) {
  throughSchools(job, undefined, (actor) => remindOfTomorrow(actor))
}

/** Twice an hour: announces and begins the automatic invoices, in the morning of each school. */
export function invoiceAutomatically(job: Job<"invoice-automatically">) {
  throughSchools(job, undefined, (actor) => {
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
  const { dueOn, invoiceId } = payload
  const behind = sendReminders(actor, dueOn && invoiceId ? { dueOn, invoiceId } : undefined)
  const day = today(actor.school.timeZone, now())
  if (behind)
    queueJob({
      kind: "remind-school",
      schoolId,
      payload: behind,
      uniqueKey: `${reminderKey(actor, day)}>${behind.invoiceId}`,
    })
}

const reminderKey = (actor: Actor, day: string) => `remind-school ${actor.school.id} ${day}`

/** A few times an hour: places offered from waiting lists that no one took go to the next in line. */
export function passOnSpots(job: Job<"pass-on-places">) {
  throughSchools(job, undefined, (actor) => passOnOffers(actor))
}

function throughSchools(job: Job<PortionKind>, since: number | undefined, work: (actor: Actor) => void) {
  const { after = "" } = job.payload
  const ids = listSchoolsToSeat(after, portion, since)
  for (const id of ids) {
    const actor = schoolActor(id)
    if (actor) inFormats(actor.school, () => work(actor))
  }
  const last = ids.at(-1)
  if (last && ids.length === portion)
    queueJob({ kind: job.kind, payload: { after: last }, uniqueKey: `${job.kind}>${last}` })
}
