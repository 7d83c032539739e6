import { chargeLateLessons } from "~/models/attendance/register/late-charges.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import { type Job, queueJob } from "~/models/foundation/job/job.server"
import { isRunDue } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { chargeNextFees } from "~/models/money/charge/charge-month.server"
import { settleNextFees } from "~/models/money/charge/settle-tuition.server"
import { enterRepeats } from "~/models/money/expense/expense-repeats.server"
import { chargeNextLateFees } from "~/models/money/late-fee/late-fee.server"
import { endNextExpired } from "~/models/money/package/end-package.server"
import { feesFollowReminders } from "~/models/money/reminder/send-reminders.server"
import { chargeNextHires } from "~/models/money/rental/settle-rental.server"
import { now } from "~/utils/clock.server"
import { localTime } from "~/utils/zones"
import { throughSchools } from "./school-by-school.server"

// What a night charges, a school after the other.

/**
 * Once a day, at midnight UTC, for every school, whatever was missed: what a day charges.
 */
export function chargeMonths(job: Job<"charge-months">) {
  throughSchools(job, undefined, chargeDay)
}

/**
 * Every hour, in the first hours of each school's own day, so that its invoices of that morning have it: the same. Later, too, while
 * automatic invoices of that day haven't begun.
 */
export function chargeBegunDays(job: Job<"charge-begun-days">) {
  throughSchools(job, undefined, (actor) => {
    if (localTime(now(), actor.school.timeZone) < "03:00" || isRunDue(actor)) chargeDay(actor)
  })
}

/**
 * Flat fees and hires of the month that has begun for a school, on its first day, and of months that were missed; the end of
 * packages whose last day was yesterday, expenses that repeat, and late fees of invoices that are overdue, unless those follow
 * the reminders. Each once, however often it is done.
 */
function chargeDay(actor: Actor) {
  chargeFees(actor)
  enterRepeats(actor)
  chargeBeside(actor)
}

type Beside = JobData["charge-beside-tuition"]
const start = { after: "", charged: 0 }

/** A few of each a step; answers where the next one goes on. */
const partsBeside: {
  [Part in Beside["part"]]: (actor: Actor, from: Omit<Beside, "part">) => typeof start | undefined
} = {
  hires: chargeNextHires,
  packages: (actor) => (endNextExpired(actor) ? start : undefined),
  "late-fees": (actor, { after }) => {
    const behind = feesFollowReminders(actor) ? undefined : chargeNextLateFees(actor, after).behind
    return behind === undefined ? undefined : { ...start, after: behind }
  },
}
const inOrder = ["hires", "packages", "late-fees"] as const

/** The next few hires, ends of packages and late fees of a school with many; those behind them are queued in its transaction. */
export function chargeBesideOfSchool({ schoolId, payload }: Job<"charge-beside-tuition">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) chargeBeside(actor, payload)
}

function chargeBeside(actor: Actor, { part: first, ...from }: Beside = { part: "hires", ...start }) {
  for (const part of inOrder.slice(inOrder.indexOf(first))) {
    const next = partsBeside[part](actor, part === first ? from : start)
    if (next)
      return queueJob({
        kind: "charge-beside-tuition",
        schoolId: actor.school.id,
        payload: { part, ...next },
      })
  }
}

/** The next few monthly fees of a school with many; those behind them are queued in its transaction. */
export function chargeFeesOfSchool({ schoolId, payload }: Job<"charge-fees">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) chargeFees(actor, payload)
}

/** Once all of the school or of a class are charged, those of enrollments that ended are settled. */
function chargeFees(actor: Actor, from?: JobData["charge-fees"]) {
  const next = chargeNextFees(actor, from)
  if (next) queueJob({ kind: "charge-fees", schoolId: actor.school.id, payload: next })
  else settleFees(actor, { classId: from?.classId })
}

/** The next few lessons of a class that had no price when their attendance was taken; those behind them are queued in its transaction. */
export function chargeLateOfSchool({ schoolId, payload }: Job<"charge-late-lessons">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  const next = actor && chargeLateLessons(actor, payload)
  if (!next) return
  const { classId, undo } = payload
  queueJob({
    kind: "charge-late-lessons",
    schoolId,
    payload: next === "undo" ? { classId, undo } : { classId },
  })
}

/** A few fees of enrollments that ended, or whose end was undone; the next ones are queued in its transaction. */
export function settleTuitionOfSchool({ schoolId, payload }: Job<"settle-tuition">) {
  const actor = schoolId ? schoolActor(schoolId) : undefined
  if (actor) settleFees(actor, payload)
}

function settleFees(actor: Actor, { behind: from, classId }: JobData["settle-tuition"]) {
  const { behind } = settleNextFees(actor, from, undefined, classId)
  if (behind) queueJob({ kind: "settle-tuition", schoolId: actor.school.id, payload: { behind, classId } })
}
