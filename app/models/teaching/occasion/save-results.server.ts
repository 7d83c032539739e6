import { transact } from "db/client.server"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { type Entry, listResults, markOf } from "./exam-results.server"
import { findOccasion } from "./find-occasion.server"
import type { ResultsForm } from "./occasion-form"
import { correctUnsent } from "./tell-results.server"

type Saved =
  | Result<{ changed: number }, "not-found" | "not-invited">
  /** Someone else entered something different for these students since the form was made; nothing is saved. */
  | { ok: false; reason: "changed-meanwhile"; present: Map<string, Entry> }

/**
 * Saves the results of invited students; an empty row clears one. A row that the form left as it found it isn't touched,
 * even when someone else has changed it since. Emails that haven't left say what is so now. Answers how many changed.
 */
export function saveResults(actor: Actor, occasionId: string, { result }: ResultsForm): Saved {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    const ids = Object.keys(result)
    const known = new Map(listResults(actor, occasionId, ids).map((each) => [each.studentId, each]))
    if (known.size < ids.length) return { ok: false, reason: "not-invited" }
    const touched = Object.entries(result).flatMap(([studentId, { was, ...typed }]) => {
      const wish = entryOf(typed, found.localDate)
      const before = known.get(studentId)
      if (!before || markOf(wish) === was || markOf(wish) === markOf(before)) return []
      return [{ studentId, wish, before, isStale: was !== undefined && was !== markOf(before) }]
    })
    const stale = touched.filter(({ isStale }) => isStale)
    if (stale.length > 0) {
      const present = new Map(stale.map(({ studentId, before }) => [studentId, before]))
      return { ok: false, reason: "changed-meanwhile", present }
    }
    for (const { studentId, wish } of touched) {
      const { grade, outcome, note, on } = wish
      const facts = { grade, outcome, resultNote: note, resultOn: on }
      change(
        actor,
        occasionGuests,
        and(eq(occasionGuests.occasionId, occasionId), eq(occasionGuests.studentId, studentId)),
        on === null ? { ...facts, releasedAt: null } : facts,
      )
    }
    correctUnsent(actor, found, new Set(touched.flatMap(({ before }) => before.releasedAt ?? [])))
    const changed = touched.length
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

function entryOf(
  { grade, outcome, note, on }: Omit<ResultsForm["result"][string], "was">,
  day: string,
): Entry {
  const isEmpty = !grade && !outcome && !note
  return {
    grade: grade || null,
    outcome: outcome || null,
    note: note || null,
    on: isEmpty ? null : (on ?? day),
  }
}
