import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { compareTexts } from "~/utils/compare-texts"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { isOnLeave } from "../leave/leave.server"
import type { SessionStudent } from "./session"

// Who comes to sessions: the enrolled, the guests, and who of both announced an absence. One query, however many sessions.

/** Everyone of some sessions, by session. */
export const listPeople = (actor: Actor, sessionIds: readonly string[]): ReadonlyMap<string, Attending[]> =>
  groupBy(peopleQuery.all(actor, { ids: JSON.stringify(sessionIds) }), ({ sessionId }) => sessionId)

// Asked by the sessions' ids: by the dates of a list they would be looked for among all sessions of these days again.
const peopleQuery = query((p: Params<{ ids: string }>, _own, school) => {
  const those = among(sessions.id, p.ids)
  return enrolledQuery(school, those).unionAll(seatedQuery(school, those))
})

/** Exported for the test that reads its plan, as is the one below. */
export function enrolledQuery(owner: Owner, which: SQL | undefined) {
  return (
    select({
      ...person,
      enrollmentId: sql<string | null>`${enrollments.id}`,
      kind: sql<SessionStudent["kind"]>`'enrolled'`,
      // A lesson in a leave whose attendance was taken has them.
      hasNotice: sql<number>`case when ${isOnLeave({
        ...columns(enrollments, "schoolId", "studentId", "classId"),
        day: sessions.localDate,
      })} and not exists (select 1 from seats t cross join marks m on m.school_id = t.school_id and m.seat_id = t.id
        where t.school_id = ${sessions.schoolId} and t.session_id = ${sessions.id}
          and t.student_id = ${enrollments.studentId} and m.superseded_at is null) then 2 else 0 end`,
    })
      .from(sessions)
      // cross joins keep SQLite from starting with all the enrollments or students of a school
      .crossJoin(enrollments)
      .crossJoin(students)
      .where(
        and(
          own(owner, sessions),
          joined(students, enrollments.studentId),
          joined(enrollments.classId, sessions.classId),
          lte(enrollments.startsOn, sessions.localDate),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, sessions.localDate)),
          which,
        ),
      )
  )
}

/** Guests, and the seats of whoever announced an absence. */
export function seatedQuery(owner: Owner, which: SQL | undefined) {
  return (
    select({
      ...person,
      enrollmentId: sql<string | null>`${seats.enrollmentId}`,
      kind: sql<SessionStudent["kind"]>`${seats.kind}`,
      hasNotice: sql<number>`${seats.noticeAt} is not null`,
    })
      .from(sessions)
      // cross joins keep SQLite from starting with all the seats or students of a school
      .crossJoin(seats)
      .crossJoin(students)
      .where(
        and(
          own(owner, sessions),
          joined(students, seats.studentId),
          joined(sessions, seats.sessionId),
          or(ne(seats.kind, "enrolled"), isNotNull(seats.noticeAt)),
          which,
        ),
      )
  )
}

const person = {
  sessionId: sessions.id,
  ...columns(students, "id", "firstName", "lastName"),
}

const onLeave = 2

type Attending = Omit<SessionStudent, "name"> & {
  sessionId: string
  firstName: string
  lastName: string
  /** 1 of an announced absence, 2 of a leave. */
  hasNotice: number
}

/** By family name; someone who is both enrolled and a guest is there once. */
export function studentsOf(found: readonly Attending[]): SessionStudent[] {
  const [first, second] = found
  if (first && !second) return isExpected(first) ? [studentOf(first, first.kind === "make_up")] : []
  const byId = new Map<string, Attending>()
  for (const each of found.filter(isExpected)) if (!byId.has(each.id)) byId.set(each.id, each)
  const madeUp = new Set(found.flatMap(({ id, kind }) => (kind === "make_up" ? [id] : [])))
  return [...byId.values()]
    .sort((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName))
    .map((each) => studentOf(each, madeUp.has(each.id)))
}

const studentOf = (each: Attending, hasMakeUp: boolean): SessionStudent => ({
  id: each.id,
  name: fullName(each),
  enrollmentId: each.enrollmentId,
  kind: each.kind,
  ...(hasMakeUp ? { hasMakeUp: true as const } : {}),
})

/** Whether no one comes because all who are enrolled are on leave. */
export const isOnLeaveAlone = (people: readonly Attending[]): boolean =>
  people.some(({ hasNotice }) => hasNotice === onLeave) && !people.some(isExpected)

/** Those of a session's people who are on leave, by name. */
export const namesOnLeave = (people: readonly Attending[]): string[] =>
  people
    .filter(({ hasNotice }) => hasNotice === onLeave)
    .sort((a, b) => compareTexts(a.lastName, b.lastName) || compareTexts(a.firstName, b.firstName))
    .map(fullName)

/** Those of a session's people who announced an absence, by name. */
export function notComing(people: readonly Attending[]): string[] {
  if (people.every(({ hasNotice }) => hasNotice === 0)) return []
  const expected = new Set(people.filter(isExpected).map(({ id }) => id))
  return people
    .filter(({ id, hasNotice }) => hasNotice === 1 && expected.has(id))
    .sort((a, b) => compareTexts(a.lastName, b.lastName) || compareTexts(a.firstName, b.firstName))
    .map(fullName)
}

/** The seat of someone who is enrolled only says whether they announced an absence. */
const isExpected = ({ kind, hasNotice }: Attending) => kind !== "enrolled" || hasNotice === 0
