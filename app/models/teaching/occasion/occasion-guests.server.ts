import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests, occasions, programEntries, programPerformers } from "db/schema/teaching-occasions"
import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addAll,
  change,
  find,
  ownRows,
  type Params,
  query,
  remove,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { among, columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { isTaughtBy } from "~/models/people/student/list-students.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { localTime } from "~/utils/zones"
import { withdrawUpdates } from "../session/reader-updates.server"
import { findOccasion, isOver } from "./find-occasion.server"
import { mostGuests } from "./occasion"
import { takeStudentOut } from "./take-back-telling.server"
import { noTelling, type Telling, tellFamilies, tellRemoved } from "./tell-occasion.server"

// The students of an event, and what their families answered.

/** The students of an event by name, with their answers; of a teacher, only their own students. */
export function listGuests(actor: Actor, occasionId: string, { teacherId }: { teacherId?: string } = {}) {
  const rows =
    teacherId === undefined
      ? allGuestsQuery.all(actor, { occasionId })
      : guestsQuery(actor, occasionId, isTaughtBy(actor, teacherId)).all()
  return rows.map(({ studentId, answer, companions, ...names }) => ({
    ...{ studentId, answer, companions },
    name: fullName(names),
  }))
}

const allGuestsQuery = query((p: Params<{ occasionId: string }>, _own, school) =>
  guestsQuery(school, p.occasionId),
)

const guestsQuery = (owner: Owner, occasionId: string | Placeholder, which?: SQL) =>
  select({
    studentId: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    answer: occasionGuests.answer,
    companions: occasionGuests.companions,
  })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(and(own(owner, occasionGuests), eq(occasionGuests.occasionId, occasionId), which))
    .orderBy(...inNameOrder)

/** One student of an event, with what is known of them there. */
export const findGuest = (actor: Actor, occasionId: string, studentId: string) =>
  select({
    id: occasionGuests.id,
    answer: occasionGuests.answer,
    companions: occasionGuests.companions,
    answeredAt: occasionGuests.answeredAt,
    answeredBy: occasionGuests.answeredBy,
    answerBefore: occasionGuests.answerBefore,
    toldAt: occasionGuests.toldAt,
    resultOn: occasionGuests.resultOn,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        eq(occasionGuests.studentId, studentId),
      ),
    )
    .get()

/** The ids of an event's students. */
export const listGuestIds = (actor: Actor, occasionId: string): string[] =>
  guestIdsQuery.all(actor, { occasionId }).map(({ id }) => id)

const guestIdsQuery = query((p: Params<{ occasionId: string }>, own) =>
  select({ id: occasionGuests.studentId })
    .from(occasionGuests)
    .where(and(own(occasionGuests), eq(occasionGuests.occasionId, p.occasionId))),
)

/**
 * Invites the school's students among these who aren't former and aren't invited yet. Of a published event their families
 * are told right away. `left` are the names of the former ones.
 */
export function inviteStudents(
  actor: Actor,
  occasionId: string,
  studentIds: readonly string[],
): Result<{ invited: number; left: string[] } & Telling, "not-found" | "is-canceled" | "too-many"> {
  return transact(() => {
    const found = findOccasion(actor, occasionId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state === "canceled") return { ok: false, reason: "is-canceled" }
    const known = new Set(listGuestIds(actor, occasionId))
    const wanted = [...new Set(studentIds)].filter((id) => !known.has(id))
    if (known.size + wanted.length > 10 * mostGuests) return { ok: false, reason: "too-many" }
    const chosen = ownRows(actor, students, ["id", "firstName", "lastName", "status"])
      .where(inArray(students.id, wanted))
      .all()
    const ids = chosen.flatMap(({ id, status }) => (status === "former" ? [] : [id]))
    const left = chosen.flatMap((student) => (student.status === "former" ? [fullName(student)] : []))
    if (known.size + ids.length > mostGuests) return { ok: false, reason: "too-many" }
    if (ids.length === 0) return { ok: true, invited: 0, left, ...noTelling }
    addAll(
      actor,
      occasionGuests,
      ids.map((studentId) => ({ occasionId, studentId })),
    )
    recordEvent(actor, "occasion.invite", occasionId, { after: { name: found.title, students: ids.length } })
    const isNews = found.state === "published" && found.endsAt > now()
    const told = isNews ? tellFamilies(actor, occasionId, ids) : noTelling
    return { ok: true, invited: ids.length, left, ...told }
  })
}

/** What the families of these students answered, by event and student. */
export const listAnswers = (actor: Actor, occasionIds: readonly string[], studentIds: readonly string[]) =>
  ownRows(actor, occasionGuests, {
    ...columns(occasionGuests, "occasionId", "studentId", "answer", "companions"),
    isEntered: sql<number>`${occasionGuests.answerBefore} is not null`.mapWith(Boolean),
    grade: occasionGuests.grade,
    outcome: occasionGuests.outcome,
    note: occasionGuests.resultNote,
    on: occasionGuests.resultOn,
    releasedAt: occasionGuests.releasedAt,
  })
    .where(
      and(
        inArray(occasionGuests.occasionId, [...occasionIds]),
        inArray(occasionGuests.studentId, [...studentIds]),
      ),
    )
    .all()

const mostUnanswered = 5

/** Published events to come without an answer for one of these students, the next one first. */
export const listUnanswered = (actor: Actor, studentIds: readonly string[]) =>
  unansweredQuery
    .all(actor, { studentIds: JSON.stringify(studentIds), now: now() })
    .map(({ startsAt: _, endsAt, ...row }) => ({ ...row, endTime: localTime(endsAt, actor.school.timeZone) }))

const unansweredQuery = query((p: Params<{ studentIds: string; now: number }>, own) =>
  selectDistinct(columns(occasions, "id", "title", "localDate", "startTime", "startsAt", "endsAt"))
    .from(occasionGuests)
    .innerJoin(occasions, joined(occasions, occasionGuests.occasionId))
    .where(
      and(
        own(occasionGuests),
        among(occasionGuests.studentId, p.studentIds),
        isNull(occasionGuests.answer),
        isNotNull(occasions.publishedAt),
        isNull(occasions.canceledAt),
        gt(occasions.startsAt, p.now),
      ),
    )
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .limit(mostUnanswered),
)

/**
 * Takes a student off an event and off its program, into the bin; an entry that no one plays any longer goes with them. A family that
 * knows of the event and didn't decline is told in two minutes. Refused once the student has a result or the event is canceled.
 * `guestId` is what the bin knows it by.
 */
export function removeGuest(
  actor: Actor,
  occasionId: string,
  studentId: string,
): Result<{ guestId: string; name: string; told: number }, "not-found" | "is-canceled" | "has-result"> {
  return transact(() => {
    const occasion = findOccasion(actor, occasionId)
    const guest = findGuest(actor, occasionId, studentId)
    if (!occasion || !guest) return { ok: false, reason: "not-found" }
    if (occasion.state === "canceled") return { ok: false, reason: "is-canceled" }
    if (guest.resultOn !== null) return { ok: false, reason: "has-result" }
    const name = fullName(guest)
    const unread = takeStudentOut(actor, guest.id)
    if (unread.size > 0) change(actor, occasionGuests, guest.id, { toldAt: null, toldNews: 0 })
    const played = listPlayed(actor, occasionId, studentId)
    const entry = { noun: "occasion", recordId: guest.id, name: `${name}, ${occasion.title}` } as const
    deleteToBin(actor, entry, () => {
      remove(actor, programPerformers, inArray(programPerformers.id, played.performers))
      remove(actor, programEntries, inArray(programEntries.id, played.alone))
      remove(actor, occasionGuests, guest.id)
    })
    countEntries(actor, occasionId)
    recordEvent(actor, "occasion.remove-guest", occasionId, { after: { name } })
    const isNews = occasion.state === "published" && !isOver(occasion) && guest.toldAt !== null
    const told =
      isNews && guest.answer !== "no"
        ? tellRemoved(actor, occasionId, studentId, { guestId: guest.id, except: unread })
        : 0
    return { ok: true, guestId: guest.id, name, told }
  })
}

/** Whether a student who was taken off an event can't come back: they or it are gone, or they are invited again. */
export function refusalToReturn(
  actor: Actor,
  { occasionId, studentId }: { occasionId: string; studentId: string },
): "place-gone" | "still-there" | undefined {
  const student = find(actor, students, studentId)
  if (!student || !findOccasion(actor, occasionId)) return "place-gone"
  return findGuest(actor, occasionId, studentId) ? "still-there" : undefined
}

/** After a student came back from the bin: the email is discarded, or their family is told that they are invited. */
export function resumeGuest(actor: Actor, guestId: string) {
  const guest = find(actor, occasionGuests, guestId)
  if (!guest) return
  const { occasionId, studentId } = guest
  countEntries(actor, occasionId)
  if (withdrawUpdates(actor, [guestId]).size > 0)
    change(actor, occasionGuests, guestId, { toldAt: null, toldNews: 0 })
  tellFamilies(actor, occasionId, [studentId])
}

/** What a student plays in the program of an event, and the entries that no one else plays. */
function listPlayed(actor: Actor, occasionId: string, studentId: string) {
  const played = ownRows(actor, programPerformers, ["id", "entryId"])
    .where(
      and(
        eq(programPerformers.studentId, studentId),
        inArray(
          programPerformers.entryId,
          select({ id: programEntries.id })
            .from(programEntries)
            .where(and(own(actor, programEntries), eq(programEntries.occasionId, occasionId))),
        ),
      ),
    )
    .all()
  const entryIds = played.map(({ entryId }) => entryId)
  const alone = ownRows(actor, programPerformers, { id: programPerformers.entryId, n: count() })
    .where(inArray(programPerformers.entryId, entryIds))
    .groupBy(programPerformers.entryId)
    .all()
    .flatMap(({ id, n }) => (n === 1 ? [id] : []))
  return { performers: played.map(({ id }) => id), alone }
}

/** The program's entries have positions from 1 on again. */
function countEntries(actor: Actor, occasionId: string) {
  const entries = ownRows(actor, programEntries, ["id", "position"])
    .where(eq(programEntries.occasionId, occasionId))
    .orderBy(asc(programEntries.position), asc(programEntries.id))
    .all()
  for (const [index, { id, position }] of entries.entries())
    if (position !== index + 1) change(actor, programEntries, id, { position: index + 1 })
}
