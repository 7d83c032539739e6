import { transact } from "db/client.server"
import type { BareKind } from "~/models/foundation/job/job"
import { forgetTurnsAfter, pullForwardJobs, queueJob, turnKey } from "~/models/foundation/job/job.server"
import { pullForwardMail } from "~/models/foundation/outbox/outbox.server"
import { backupEveryMs } from "~/models/platform/backup/backup"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"

const minute = 60_000
const hour = 60 * minute

/** What recurs automatically: the kind of job and how often, in ms. The turns are whole multiples of that since 1970. */
export const timetable: { kind: BareKind; everyMs: number }[] = [
  { kind: "reconcile-payment-orders", everyMs: 2 * minute },
  { kind: "reconcile-subscriptions", everyMs: 2 * minute },
  { kind: "reconcile-standing-subscriptions", everyMs: hour },
  { kind: "follow-failed-renewals", everyMs: hour },
  { kind: "keep-sessions-made", everyMs: 24 * hour },
  { kind: "forget-expired-sign-ins", everyMs: hour },
  { kind: "forget-demos", everyMs: 15 * minute },
  { kind: "forget-finished-jobs", everyMs: hour },
  { kind: "keep-statistics-fresh", everyMs: hour },
  { kind: "keep-taught-sums", everyMs: 10 * minute },
  { kind: "forget-unused-files", everyMs: 24 * hour },
  { kind: "remind-of-lessons", everyMs: 30 * minute },
  { kind: "remind-of-attendance", everyMs: 30 * minute },
  { kind: "warn-of-credits", everyMs: 30 * minute },
  { kind: "mail-figures", everyMs: 30 * minute },
  { kind: "invoice-automatically", everyMs: 30 * minute },
  { kind: "charge-automatically", everyMs: 30 * minute },
  { kind: "remind-of-invoices", everyMs: 30 * minute },
  { kind: "pass-on-places", everyMs: 15 * minute },
  { kind: "tidy-up", everyMs: 24 * hour },
  { kind: "erase-schools", everyMs: 24 * hour },
  { kind: "seat-begun-sessions", everyMs: 5 * minute },
  { kind: "seat-past-sessions", everyMs: 24 * hour },
  { kind: "charge-months", everyMs: 24 * hour },
  { kind: "charge-begun-days", everyMs: hour },
  { kind: "check-certificate", everyMs: hour },
  { kind: "back-up", everyMs: backupEveryMs },
]

const checkEveryMs = 20_000
/** A step of the clock below this is the ordinary setting of a clock. */
const jumpMs = minute
/** When was looked last, by the clock that only runs forward and by the one on the wall; neither is known at first. */
let lastCheck: { running: number; wall: number } | undefined

/**
 * Queues the coming turn of everything on the timetable; the worker asks each time round, it looks now and then. How long
 * ago it looked is told by a clock that no one can set: after a wall clock that went ahead and back it would wait for days.
 */
export function keepTimetable() {
  const check = { running: performance.now(), wall: now() }
  if (lastCheck && check.running - lastCheck.running < checkEveryMs) return
  const jumped = lastCheck ? check.wall - lastCheck.wall - (check.running - lastCheck.running) : 0
  lastCheck = check
  if (Math.abs(jumped) > jumpMs) log.warn({ ms: Math.round(jumped) }, "the clock jumped")
  mendAfterJump()
  queueComingTurns()
}

/**
 * What was queued while the clock was ahead lies too far in the future once it is right again: turns after the coming one
 * go, since the coming one is queued in their place; other work and mail is due at once.
 */
function mendAfterJump() {
  const turns = timetable.reduce(
    (sum, { kind, everyMs }) => sum + forgetTurnsAfter(kind, turnAfter(now(), everyMs)),
    0,
  )
  const jobs = pullForwardJobs()
  const mail = pullForwardMail()
  if (turns || jobs || mail)
    log.warn({ turns, jobs, mail }, "queued work lay too far ahead and was taken back")
}

const turnAfter = (at: number, everyMs: number) => (Math.floor(at / everyMs) + 1) * everyMs

/**
 * Queues each kind's next turn, once: the turn is part of the unique key, so two workers or a second look change
 * nothing, and a turn that fails for good does not keep the next one from coming.
 */
export function queueComingTurns() {
  transact(() => {
    for (const { kind, everyMs } of timetable) {
      const turn = turnAfter(now(), everyMs)
      queueJob({ kind, dueAt: turn, uniqueKey: turnKey(kind, turn) })
    }
  })
}
