import { jobs } from "db/schema/foundation"
import { and, eq, gt, gte, lt } from "drizzle-orm"
import { platformChange, platformRemove, select } from "../access/door.server"

// Work that was queued to be held: what waits under the beginning of a key is let go together, or taken back.

/** Keys that begin with these letters, as a range that the index of the keys reads. */
const beginningWith = (start: string) =>
  and(gte(jobs.uniqueKey, start), lt(jobs.uniqueKey, `${start}\u{10FFFF}`))

const heldUnder = (start: string) => and(beginningWith(start), eq(jobs.state, "queued"), eq(jobs.attempts, 0))

/** Lets the work go at an instant (UTC ms). What is due by then already stays as it is. */
export function letJobsGo(start: string, dueAt: number) {
  platformChange(jobs, and(heldUnder(start), gt(jobs.dueAt, dueAt)), { dueAt })
}

/** Takes back the work that hasn't begun. Answers how much it was. */
export const takeJobsBack = (start: string): number => platformRemove(jobs, heldUnder(start))

/** The keys under which work waits. */
export const listHeldKeys = (start: string): ReadonlySet<string> =>
  new Set(
    select({ key: jobs.uniqueKey })
      .from(jobs)
      .where(heldUnder(start))
      .all()
      .flatMap(({ key }) => key ?? []),
  )
