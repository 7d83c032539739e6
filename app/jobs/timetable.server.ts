import { backupEveryMs } from "~/models/backup/backup"
import { queueJob } from "~/models/job/job.server"
import { now } from "~/utils/clock.server"

const minute = 60_000
const hour = 60 * minute

/** What recurs by itself: the kind of job and how often, in ms. The turns are whole multiples of that since 1970. */
export const timetable: { kind: string; everyMs: number }[] = [
  { kind: "reconcile-payment-orders", everyMs: 2 * minute },
  { kind: "reconcile-subscriptions", everyMs: 2 * minute },
  { kind: "reconcile-standing-subscriptions", everyMs: hour },
  { kind: "keep-sessions-made", everyMs: 24 * hour },
  { kind: "forget-expired-sign-ins", everyMs: hour },
  { kind: "forget-finished-jobs", everyMs: hour },
  { kind: "forget-unused-files", everyMs: 24 * hour },
  { kind: "remind-of-lessons", everyMs: 30 * minute },
  { kind: "pass-on-places", everyMs: 15 * minute },
  { kind: "tidy-up", everyMs: 24 * hour },
  { kind: "seat-begun-sessions", everyMs: 5 * minute },
  { kind: "seat-past-sessions", everyMs: 24 * hour },
  { kind: "charge-months", everyMs: 24 * hour },
  { kind: "back-up", everyMs: backupEveryMs },
]

const checkEveryMs = 20_000
let nextCheckAt = 0

/** Queues the coming turn of everything on the timetable; the worker asks each time round, it looks now and then. */
export function keepTimetable() {
  if (now() < nextCheckAt) return
  nextCheckAt = now() + checkEveryMs
  queueComingTurns()
}

/**
 * Queues each kind's next turn, once: the turn is part of the unique key, so two workers or a second look change
 * nothing, and a turn that fails for good does not keep the next one from coming.
 */
export function queueComingTurns() {
  for (const { kind, everyMs } of timetable) {
    const turn = (Math.floor(now() / everyMs) + 1) * everyMs
    queueJob({ kind, dueAt: turn, uniqueKey: `${kind}@${turn}` })
  }
}
