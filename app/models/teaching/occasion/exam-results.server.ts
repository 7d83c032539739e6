import { db, transact } from "db/client.server"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findOccasion } from "./find-occasion.server"
import type { ResultsForm } from "./occasion-form"

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
  db()
    .select(columns)
    .from(occasionGuests)
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        inArray(occasionGuests.studentId, [...studentIds]),
      ),
    )
    .all()

/** How many students of an event have a result, and how many of those their families see. */
export const countResults = (actor: Actor, occasionId: string): { results: number; released: number } =>
  db()
    .select({ results: count(), released: count(occasionGuests.releasedAt) })
    .from(occasionGuests)
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        isNotNull(occasionGuests.resultOn),
      ),
    )
    .get() ?? { results: 0, released: 0 }

const mostListed = 50

/** The exam results of a student, the latest first; for a family only those that are released. */
export const listStudentResults = (
  actor: Actor,
  studentId: string,
  { releasedOnly = false }: { releasedOnly?: boolean } = {},
) =>
  db()
    .select({ ...columns, occasionId: occasions.id, title: occasions.title })
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

/** Saves the results of invited students, those that changed; an empty row clears one. Answers how many changed. */
export function saveResults(
  actor: Actor,
  occasionId: string,
  { result }: ResultsForm,
): Result<{ changed: number }, "not-found" | "not-invited"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    const ids = Object.keys(result)
    const known = new Map(listResults(actor, occasionId, ids).map((each) => [each.studentId, each]))
    if (known.size < ids.length) return { ok: false, reason: "not-invited" }
    let changed = 0
    for (const [studentId, { grade, outcome, note, on }] of Object.entries(result)) {
      const isEmpty = !grade && !outcome && !note
      const wish = {
        grade: grade || null,
        outcome: outcome || null,
        resultNote: note || null,
        resultOn: isEmpty ? null : (on ?? found.localDate),
      }
      const before = known.get(studentId)
      if (
        before?.grade === wish.grade &&
        before.outcome === wish.outcome &&
        before.note === wish.resultNote &&
        before.on === wish.resultOn
      )
        continue
      changed += 1
      db()
        .update(occasionGuests)
        .set(isEmpty ? { ...wish, releasedAt: null } : wish)
        .where(
          and(
            own(actor, occasionGuests),
            eq(occasionGuests.occasionId, occasionId),
            eq(occasionGuests.studentId, studentId),
          ),
        )
        .run()
    }
    if (changed > 0)
      recordEvent(actor, {
        verb: "save-results",
        noun: "occasion",
        nounId: occasionId,
        after: { name: found.title, students: changed },
      })
    return { ok: true, changed }
  })
}

/** Shows the results of an event to the families, or hides them again. Answers how many. */
export function releaseResults(
  actor: Actor,
  occasionId: string,
  isReleased: boolean,
): Result<{ changed: number }, "not-found"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    const { changes } = db()
      .update(occasionGuests)
      .set({ releasedAt: isReleased ? now() : null })
      .where(
        and(
          own(actor, occasionGuests),
          eq(occasionGuests.occasionId, occasionId),
          isNotNull(occasionGuests.resultOn),
          isReleased ? isNull(occasionGuests.releasedAt) : isNotNull(occasionGuests.releasedAt),
        ),
      )
      .run()
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
  db()
    .select({ outcome: sql<string>`${occasionGuests.outcome}` })
    .from(occasionGuests)
    .where(and(own(actor, occasionGuests), isNotNull(occasionGuests.outcome)))
    .groupBy(occasionGuests.outcome)
    .orderBy(desc(count()))
    .limit(12)
    .all()
    .map(({ outcome }) => outcome)
