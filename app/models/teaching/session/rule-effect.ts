import type { Waiting } from "~/texts/foundation/leaving"
import { countOf } from "~/utils/formats"
import type { SkippedTime } from "./skipped-time"

// What a new weekly time does to the sessions that exist. Safe in the browser.

type Recipient = { name: string; email: string } & Waiting

/** Who gets an email, each person once. */
export type Recipients = { families: Recipient[]; teachers: Recipient[] }

type When = { date: string; startTime: string }

/**
 * Why a session stays where it is: it has happened, was moved or canceled, its new day is closed, its new time clashes and the
 * office left it out, the lesson it would swap with stays that week, the new day of its week is over when the change begins, so
 * that the week would be without one, or it was left on an earlier day of that week before and is its lesson.
 */
export type KeptReason =
  | "register"
  | "begun"
  | "cancelled"
  | "by-hand"
  | "closure"
  | "clash"
  | "swap"
  | "first-week"
  | "own-week"

export type RuleEffect = {
  moved: { id: string; was: When; now: When }[]
  /** Lessons that weren't there before, such as those of a second day of the week. */
  added: When[]
  removed: When[]
  kept: (When & { id: string; why: KeptReason })[]
  /** Lessons that would have been new and clash: they were left out. */
  unscheduled: readonly When[]
  /** Nights of the coming year whose lesson begins later, as clocks skip its time. */
  skipped: readonly SkippedTime[]
  told: Recipients
}

/** The lessons of a weekly time that a class gets. */
export type FirstLessons = Pick<RuleEffect, "unscheduled" | "told"> & { dates: string[] }

/** "12 lessons scheduled, 1 left out." */
export const scheduledText = (made: number, left: number): string =>
  `${countOf(made, "lesson")} scheduled${left > 0 ? `, ${left} left out` : ""}.`

/** "11 lessons moved, 1 kept." */
export function effectText({
  moved,
  added,
  removed,
  kept,
  unscheduled,
}: Pick<RuleEffect, "moved" | "added" | "removed" | "kept" | "unscheduled">): string {
  const others = [
    added.length > 0 ? `${added.length} added` : "",
    removed.length > 0 ? `${removed.length} removed` : "",
    kept.length > 0 ? `${kept.length} kept` : "",
    unscheduled.length > 0 ? `${unscheduled.length} not scheduled` : "",
  ]
  return `${[`${countOf(moved.length, "lesson")} moved`, ...others.filter(Boolean)].join(", ")}.`
}
