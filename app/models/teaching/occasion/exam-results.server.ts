import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findOccasion } from "./find-occasion.server"

// What an exam came to for each student: a grade, a result such as "Pass with merit", a note and its day, in the school's own
// words. The family sees it once it is released.

const columns = {
  studentId: occasionGuests.studentId,
  grade: occasionGuests.grade,
  outcome: occasionGuests.outcome,
  note: occasionGuests.resultNote,
  on: occasionGuests.resultOn,
  releasedAt: occasionGuests.releasedAt,
}

/** The results of some of an event's students. */
export const listResults = (actor: Actor, occasionId: string, studentIds: readonly string[]) =>
  select(columns)
    .from(occasionGuests)
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        inArray(occasionGuests.studentId, [...studentIds]),
      ),
    )
    .all()

export type Entry = { grade: string | null; outcome: string | null; note: string | null; on: string | null }

/** A short mark of a result as a page shows it, by which a form that is sent later notices that it has changed. */
export const markOf = ({ grade, outcome, note, on }: Entry): string =>
  createHash("sha256")
    .update(JSON.stringify([grade, outcome, note, on]))
    .digest("base64url")
    .slice(0, 22)

/** How many students of an event have a result, and how many of those their families see. */
export const countResults = (actor: Actor, occasionId: string): { results: number; released: number } =>
  countQuery.get(actor, { occasionId }) ?? { results: 0, released: 0 }

const countQuery = query((p: Params<{ occasionId: string }>, own) =>
  select({ results: count(), released: count(occasionGuests.releasedAt) })
    .from(occasionGuests)
    .where(
      and(
        own(occasionGuests),
        eq(occasionGuests.occasionId, p.occasionId),
        isNotNull(occasionGuests.resultOn),
      ),
    ),
)

const mostListed = 50

/** The exam results of a student, the latest first; for a family only those that are released. */
export const listStudentResults = (
  actor: Actor,
  studentId: string,
  { releasedOnly = false }: { releasedOnly?: boolean } = {},
) =>
  select({ ...columns, occasionId: occasions.id, title: occasions.title })
    .from(occasionGuests)
    .innerJoin(occasions, joined(occasions, occasionGuests.occasionId))
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.studentId, studentId),
        isNotNull(occasionGuests.resultOn),
        releasedOnly ? isNotNull(occasionGuests.releasedAt) : undefined,
      ),
    )
    .orderBy(desc(occasionGuests.resultOn), desc(occasionGuests.id))
    .limit(mostListed)
    .all()

/**
 * Shows the results of an event to the families, from an instant on (`at`, UTC ms), or hides them again, all or those that
 * were shown at it. Answers how many. With `seen` it is refused unless that many are hidden, so that none is shown that the
 * page didn't count.
 */
export function releaseResults(
  actor: Actor,
  occasionId: string,
  isReleased: boolean,
  { seen, at }: { seen?: number; at?: number | undefined } = {},
): Result<{ changed: number }, "not-found"> | { ok: false; reason: "other-count"; hidden: number } {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    const { results, released } = countResults(actor, occasionId)
    const hidden = results - released
    if (isReleased && seen !== undefined && seen !== hidden)
      return { ok: false, reason: "other-count", hidden }
    const changes = change(
      actor,
      occasionGuests,
      and(
        eq(occasionGuests.occasionId, occasionId),
        isNotNull(occasionGuests.resultOn),
        isReleased ? isNull(occasionGuests.releasedAt) : isNotNull(occasionGuests.releasedAt),
        isReleased || at === undefined ? undefined : eq(occasionGuests.releasedAt, at),
      ),
      { releasedAt: isReleased ? (at ?? now()) : null },
    )
    if (changes > 0)
      recordEvent(actor, {
        verb: isReleased ? "release-results" : "hide-results",
        noun: "occasion",
        nounId: occasionId,
        after: { name: found.title, students: changes },
      })
    return { ok: true, changed: changes }
  })
}

/** The words for a result that the school used before, the commonest first, to choose from. */
export const listOutcomes = (actor: Actor): string[] =>
  select({ outcome: sql<string>`${occasionGuests.outcome}` })
    .from(occasionGuests)
    .where(and(own(actor, occasionGuests), isNotNull(occasionGuests.outcome)))
    .groupBy(occasionGuests.outcome)
    .orderBy(desc(count()))
    .limit(12)
    .all()
    .map(({ outcome }) => outcome)
