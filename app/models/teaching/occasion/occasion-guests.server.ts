import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, asc, eq, gt, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { columns } from "~/models/foundation/access/columns.server"
import { addAll, type Params, query, select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { isTaughtBy } from "~/models/people/student/list-students.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { localTime } from "~/utils/zones"
import { findOccasion } from "./find-occasion.server"
import { mostGuests } from "./occasion"
import { noTelling, type Telling, tellFamilies } from "./tell-occasion.server"

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
    const chosen = select(columns(students, "id", "firstName", "lastName", "status"))
      .from(students)
      .where(and(own(actor, students), inArray(students.id, wanted)))
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
    recordEvent(actor, {
      verb: "invite",
      noun: "occasion",
      nounId: occasionId,
      after: { name: found.title, students: ids.length },
    })
    const isNews = found.state === "published" && found.endsAt > now()
    const told = isNews ? tellFamilies(actor, occasionId, ids) : noTelling
    return { ok: true, invited: ids.length, left, ...told }
  })
}

/** What the families of these students answered, by event and student. */
export const listAnswers = (actor: Actor, occasionIds: readonly string[], studentIds: readonly string[]) =>
  select({
    ...columns(occasionGuests, "occasionId", "studentId", "answer", "companions"),
    isEntered: sql<number>`${occasionGuests.answerBefore} is not null`.mapWith(Boolean),
    grade: occasionGuests.grade,
    outcome: occasionGuests.outcome,
    note: occasionGuests.resultNote,
    on: occasionGuests.resultOn,
    releasedAt: occasionGuests.releasedAt,
  })
    .from(occasionGuests)
    .where(
      and(
        own(actor, occasionGuests),
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
