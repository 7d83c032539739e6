import { schools } from "db/schema/accounts-schools"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { and, eq, isNull, lt, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, ownRows, query, remove, select } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import { isUpdateOf, type Row } from "../session/reader-updates.server"
import { type LessonEmails, summaryTime } from "./lesson-email"

// What families were told of lesson notes, assignments and reports: a row of `told` for each of these and each reader, due when the
// school's setting says. Until then nothing is written; what was corrected is read as it is then (learning/lesson-letter).

/** A note of a lesson, an assignment or a report, by its ID. A note is a student's, as each reads their own. */
export type Learnt = { kind: "note" | "assignment" | "report"; id: string; studentId: string }
/** `was` is what the reader read of it, as a hash; null before that. */
export type KnownLearnt = Learnt & { was: string | null }

/** So long a correction of what was told is told, too. */
const correctedMs = 60 * 86_400_000
const sunday = 7

export const findLessonEmails = (actor: Actor): LessonEmails => settingQuery.get(actor)?.when ?? "never"

const settingQuery = query((_, _own, school) =>
  select({ when: schools.lessonEmails }).from(schools).where(eq(schools.id, school)),
)

/** Families are told of these when the school's setting says, unless it is never. In the caller's transaction. */
export function tellLearning(actor: Actor, learnt: readonly Learnt[]) {
  const when = learnt.length === 0 ? "never" : findLessonEmails(actor)
  if (when === "never") return
  const contacts = listContacts(
    actor,
    learnt.map(({ studentId }) => studentId),
  )
  const dueAt = dueAtOf(actor, when)
  const rows = learnt.flatMap((one) =>
    (contacts.get(one.studentId) ?? []).map(({ email }) => ({
      noun: "learning" as const,
      sessionId: keyOf(one),
      reader: email,
      known: JSON.stringify({ ...one, was: null } satisfies KnownLearnt),
    })),
  )
  if (rows.length === 0) return
  addAll(actor, readerUpdates, rows, "there")
  const keys = [...new Set(rows.map(({ sessionId }) => sessionId))]
  change(actor, readerUpdates, among(readerUpdates.sessionId, keys), { dueAt })
  const schoolId = actor.school.id
  queueJob({ kind: "tell-learning", schoolId, dueAt, uniqueKey: `tell-learning@${schoolId}@${dueAt}` })
}

const keyOf = ({ kind, id, studentId }: Learnt) =>
  kind === "note" ? `${kind} ${id} ${studentId}` : `${kind} ${id}`

function dueAtOf({ school: { timeZone } }: Actor, when: "each" | "day" | "week"): number {
  const at = now()
  if (when === "each") return at + heldMs
  const day = today(timeZone, at)
  const leaves = (date: string) => instantOf(date, summaryTime, timeZone)
  const [first, step] = when === "day" ? [day, 1] : [addDays(day, sunday - weekday(day)), 7]
  return leaves(first) > at ? leaves(first) : leaves(addDays(first, step))
}

/** What is to be told by now. */
export const listDueLearning = (actor: Actor, at: number): Row[] =>
  ownRows(actor, readerUpdates)
    .where(and(isUpdateOf("learning"), lte(readerUpdates.dueAt, at)))
    .orderBy(readerUpdates.dueAt, readerUpdates.createdAt, readerUpdates.id)
    .all()

/** The reader was told this. */
export const noteLearningTold = (actor: Actor, { id, known }: Row, was: string) =>
  change(actor, readerUpdates, id, { dueAt: null, known: JSON.stringify({ ...JSON.parse(known), was }) })

/** Forgets what was told so long ago that its correction isn't told. */
export const forgetOldLearning = (actor: Actor) =>
  remove(
    actor,
    readerUpdates,
    and(
      isUpdateOf("learning"),
      isNull(readerUpdates.dueAt),
      lt(readerUpdates.createdAt, now() - correctedMs),
    ),
  )
