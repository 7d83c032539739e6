import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  ownRows,
  type Params,
  query,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { rewordMail, takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import {
  alike,
  listDueUpdates,
  queueReaderUpdates,
  removeUpdates,
  takeReaders,
  withdrawUpdates,
} from "../session/reader-updates.server"
import { findOccasion, type Occasion } from "./find-occasion.server"
import { mostGuests, resultText } from "./occasion"
import type { ResultsForm } from "./occasion-form"
import { letterData } from "./tell-occasion.server"

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
  ownRows(actor, occasionGuests, columns)
    .where(and(eq(occasionGuests.occasionId, occasionId), inArray(occasionGuests.studentId, [...studentIds])))
    .all()

type Entry = { grade: string | null; outcome: string | null; note: string | null; on: string | null }

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
      recordEvent(actor, isReleased ? "occasion.release-results" : "occasion.hide-results", occasionId, {
        after: { name: found.title, students: changes },
      })
    return { ok: true, changed: changes }
  })
}

/** The words for a result that the school used before, the commonest first, to choose from. */
export const listOutcomes = (actor: Actor): string[] =>
  ownRows(actor, occasionGuests, { outcome: sql<string>`${occasionGuests.outcome}` })
    .where(isNotNull(occasionGuests.outcome))
    .groupBy(occasionGuests.outcome)
    .orderBy(desc(count()))
    .limit(12)
    .all()
    .map(({ outcome }) => outcome)

// The families of students whose results are shown get one email with all of theirs, after a while in which that is undone
// without a word.

const resultsKey = (occasionId: string, at: number) => `results ${occasionId} ${at}`

/**
 * Shows the results of an event that are hidden to the families, and emails each in two minutes. Refused unless as many are hidden
 * as the page counted. Answers how many people are written to, and when it was (UTC ms), to undo it by.
 */
export function showResults(actor: Actor, occasionId: string, seen: number) {
  return transact(() => {
    const at = now()
    const done = releaseResults(actor, occasionId, true, { seen, at })
    const occasion = findOccasion(actor, occasionId)
    if (!done.ok) return done
    if (!occasion) return { ok: false as const, reason: "not-found" as const }
    return { ...done, at, told: done.changed > 0 ? tellResults(actor, occasion, at) : 0 }
  })
}

/** Hides the results of an event again, all or those shown at an instant. Emails that haven't left are discarded. */
export function hideResults(actor: Actor, occasionId: string, at?: number) {
  return transact(() => {
    for (const shownAt of at === undefined ? listShownAt(actor, occasionId) : [at]) {
      withdrawUpdates(actor, [resultsKey(occasionId, shownAt)])
      takeMailBack(actor.school.id, resultsKey(occasionId, shownAt))
    }
    return releaseResults(actor, occasionId, false, { at })
  })
}

/** When the results of an event that families see were shown. */
const listShownAt = (actor: Actor, occasionId: string): number[] =>
  selectDistinct({ at: occasionGuests.releasedAt })
    .from(occasionGuests)
    .where(and(own(actor, occasionGuests), eq(occasionGuests.occasionId, occasionId)))
    .all()
    .flatMap(({ at }) => at ?? [])

function tellResults(actor: Actor, occasion: Occasion, at: number): number {
  const readers = [...lettersOf(actor, occasion, at).keys()]
  const known = { occasionId: occasion.id, at } satisfies Shown
  queueReaderUpdates(actor, "results", resultsKey(occasion.id, at), readers, { known })
  return readers.length - listUnreached({ template: "occasion", schoolId: actor.school.id }, readers).size
}

/** Results that were shown at an instant (UTC ms). */
type Shown = { occasionId: string; at: number }

/** Writes the letters that are due, with the results as they are, to at most so many people. Answers whether others are left. */
export function tellResultsDue(actor: Actor, by = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "results", by), most)
  for (const { rows, known, isFor } of alike<Shown>(theirs)) {
    const occasion = findOccasion(actor, known.occasionId)
    const letters = occasion ? lettersOf(actor, occasion, known.at) : []
    for (const [recipient, data] of letters)
      if (isFor(recipient))
        queueMail({
          template: "occasion",
          schoolId: actor.school.id,
          recipient,
          data,
          heldFor: resultsKey(known.occasionId, known.at),
          dueAt: now(),
        })
    removeUpdates(actor, rows)
  }
  return isMore
}

/** Emails about results shown at some instants that wait in a backlog say those as they are now. In the caller's transaction. */
function correctUnsent(actor: Actor, occasion: Occasion, shownAt: ReadonlySet<number>) {
  for (const at of shownAt) {
    const letters = lettersOf(actor, occasion, at)
    rewordMail<"occasion">(actor.school.id, resultsKey(occasion.id, at), (recipient) =>
      letters.get(recipient),
    )
  }
}

/** What each address reads of the results shown at an instant. */
function lettersOf(actor: Actor, occasion: Occasion, at: number) {
  const shown = select({
    studentId: students.id,
    firstName: students.firstName,
    grade: occasionGuests.grade,
    outcome: occasionGuests.outcome,
    note: occasionGuests.resultNote,
  })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasion.id),
        eq(occasionGuests.releasedAt, at),
      ),
    )
    .orderBy(asc(students.firstName), asc(students.id))
    .limit(mostGuests)
    .all()
  const contacts = listContacts(
    actor,
    shown.map(({ studentId }) => studentId),
  )
  const letters = new Map<string, MailData["occasion"]>()
  for (const { studentId, firstName, note, ...result } of shown)
    for (const { name, email, hasPages, zone } of contacts.get(studentId) ?? []) {
      const known =
        letters.get(email) ?? letterData(actor, occasion, "results", { name, zone, hasPages, students: [] })
      const text = [resultText(result), note?.replace(/\s+/g, " ")].filter(Boolean).join(". ")
      const line: [string, string] = [firstName, text]
      letters.set(email, { ...known, results: [...(known.results ?? []), line] })
    }
  return letters
}

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
      recordEvent(actor, "occasion.save-results", occasionId, {
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
