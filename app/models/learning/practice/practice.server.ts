import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { practice } from "db/schema/learning"
import { members } from "db/schema/people"
import { and, desc, eq, gte, lte, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  find,
  type Params,
  query,
  queryEach,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import type { practiceRefusals } from "~/texts/learning/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, type Weekday, weekDates } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { idOfOther } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { Learner } from "../learner/learner"

// Practice minutes of a student, logged by the family or the teacher. A day has at most 600.

export const mostADay = 600
/** How far back practice can still be recorded; days. */
const daysBack = 60

const ofLearner = (owner: Owner, studentId: string | Placeholder) =>
  and(own(owner, practice), eq(practice.studentId, studentId))

/** Records minutes of a day. The same entry sent again changes nothing. */
export function logPractice(
  actor: Actor,
  learner: Learner,
  entry: { entryId: string; day: string; minutes: number; note: string | null },
): Result<void, keyof typeof practiceRefusals> {
  const present = todayOf(actor)
  if (entry.day > present) return { ok: false, reason: "from-the-future" }
  if (entry.day < addDays(present, -daysBack)) return { ok: false, reason: "too-old" }
  const { entryId, ...facts } = entry
  return transact(() => {
    const written = { ...facts, studentId: learner.id }
    const first = entryOf(actor, entryId)
    // Someone went back and wrote something else into the same form.
    const id = first && !isSame(first, written) ? idOfOther(entryId, Object.entries(written).sort()) : entryId
    const existing = entryOf(actor, id)
    if (existing) return { ok: true }
    if (minutesBetween(actor, learner, facts.day, facts.day) + facts.minutes > mostADay)
      return { ok: false, reason: "too-much" }
    add(actor, practice, { id, ...written, memberId: actor.memberId })
    recordEvent(actor, "student.log-practice", learner.id, { after: facts })
    return { ok: true }
  })
}

const entryOf = (actor: Actor, entryId: string) => find(actor, practice, entryId)

type Entry = { studentId: string; day: string; minutes: number; note: string | null }
const isSame = (a: Entry, b: Entry) =>
  a.studentId === b.studentId && a.day === b.day && a.minutes === b.minutes && a.note === b.note

/** Takes an entry away that was a mistake. */
export function removePractice(actor: Actor, learner: Learner, entryId: string): Result<void, "missing"> {
  return transact(() => {
    const entry = select()
      .from(practice)
      .where(and(ofLearner(actor, learner.id), eq(practice.id, entryId)))
      .get()
    if (!entry) return { ok: false, reason: "missing" }
    const { day, minutes, note } = entry
    deleteToBin(
      actor,
      {
        noun: "practice",
        recordId: entryId,
        name: `${countOf(minutes, "minute")} on ${formatDate(day, "medium")}, ${learner.name}`,
      },
      () => {
        remove(actor, practice, entryId)
      },
    )
    recordEvent(actor, "student.remove-practice", learner.id, { before: { day, minutes, note } })
    return { ok: true }
  })
}

/** Minutes from a day to a day, both included. */
export const minutesBetween = (
  actor: Actor,
  learner: Pick<Learner, "id">,
  from: string,
  to: string,
): number =>
  select({ n: sql<number>`coalesce(sum(${practice.minutes}), 0)` })
    .from(practice)
    .where(and(ofLearner(actor, learner.id), gte(practice.day, from), lte(practice.day, to)))
    .get()?.n ?? 0

/** The newest entries, and the minutes of the last eight weeks (each by its first day), oldest first. */
export function findPractice(actor: Actor, learner: Learner, { limit = 14 }: { limit?: number } = {}) {
  const present = todayOf(actor)
  const thisWeek = weekDates(present, actor.school.weekStart as Weekday)[0] ?? present
  const weeks = Array.from({ length: 8 }, (_, back) => addDays(thisWeek, -7 * (7 - back)))
  const studentId = learner.id
  const days = daysQuery.all(actor, { studentId, from: weeks[0] ?? "", to: addDays(thisWeek, 6) })
  return {
    entries: entriesQuery(`${limit}`).all(actor, { studentId }),
    weeks: weeks.map((from) => ({
      from,
      minutes: days.reduce(
        (sum, { day, minutes }) => (day >= from && day <= addDays(from, 6) ? sum + minutes : sum),
        0,
      ),
    })),
  }
}

const entriesQuery = queryEach((limit: `${number}`, p: Params<{ studentId: string }>, _own, school) =>
  select({
    ...columns(practice, "id", "day", "minutes", "note"),
    by: users.name,
  })
    .from(practice)
    .leftJoin(members, joined(members, practice.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(ofLearner(school, p.studentId))
    .orderBy(desc(practice.day), desc(practice.createdAt))
    .limit(Number(limit)),
)

const daysQuery = query((p: Params<{ studentId: string; from: string; to: string }>, _own, school) =>
  select({ day: practice.day, minutes: practice.minutes })
    .from(practice)
    .where(and(ofLearner(school, p.studentId), gte(practice.day, p.from), lte(practice.day, p.to))),
)
