import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { gatherMails } from "~/models/foundation/outbox/gather-mail.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { heldMs, releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { changeUnsent } from "~/models/foundation/outbox/unsent-mail.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { releaseResults } from "./exam-results.server"
import { findOccasion, type Occasion } from "./find-occasion.server"
import { mostGuests, resultText } from "./occasion"
import { letterData } from "./tell-occasion.server"

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
    for (const shownAt of at === undefined ? listShownAt(actor, occasionId) : [at])
      recallMail(actor.school.id, resultsKey(occasionId, shownAt), shownAt, { isSecret: true })
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
  const key = resultsKey(occasion.id, at)
  const of = { template: "occasion" as const, schoolId: actor.school.id }
  const letters = lettersOf(actor, occasion, at)
  gatherMails(
    key,
    of,
    [...letters].map(([recipient, data]) => ({ recipient, data })),
    (_, more) => more,
  )
  releaseMail(key, letters.size, heldMs)
  return letters.size - listUnreached(of, [...letters.keys()]).size
}

/**
 * The emails about results shown at some instants that haven't left say those as they are now; one that has nothing left to say
 * is discarded. In the caller's transaction.
 */
export function correctUnsent(actor: Actor, occasion: Occasion, shownAt: ReadonlySet<number>) {
  for (const at of shownAt) {
    const letters = lettersOf(actor, occasion, at)
    changeUnsent<"occasion">(
      actor.school.id,
      resultsKey(occasion.id, at),
      (_, recipient) => letters.get(recipient) ?? null,
      { isDueToo: true },
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
