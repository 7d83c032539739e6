import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { makeUpCredits, marks, ownStatuses } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, exists, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  type Params,
  params,
  prepareAdd,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { isOnLeave } from "../leave/leave.server"
import { agreedOn } from "../price/agreed-on.server"
import { priceOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { type ExpectedSeat, type Notice, noticeCounts, type SeatKind } from "./seat"
import type { SeatedSession } from "./seated-session.server"

/**
 * Everyone expected in a session, by name: the seats that are rows, and students enrolled on its date who have no row
 * yet. A seat whose enrollment was ended before the date, or who is on leave then, is expected only if it was marked.
 */
export function expectedSeats(actor: Actor, session: SeatedSession): ExpectedSeat[] {
  const rows = listSeatRows(actor, session)
  const seated = new Set(rows.map(({ studentId }) => studentId))
  const derived = listEnrolled(actor, session).filter(({ studentId }) => !seated.has(studentId))
  const prices = listClassPrices(actor, [session.classId]).get(session.classId) ?? []
  const origins = rows.some(({ kind }) => kind === "make_up") ? listOrigins(actor, session) : undefined

  return [...rows, ...derived]
    .map((row): ExpectedSeat => {
      const origin = row.seatId ? origins?.get(row.seatId) : undefined
      const price = origin
        ? origin.price
        : row.kind === "trial" || row.kind === "make_up"
          ? null
          : priceOf(row, prices, session.localDate)
      return {
        seatId: row.seatId,
        studentId: row.studentId,
        enrollmentId: row.enrollmentId,
        kind: row.kind,
        familyId: row.familyId,
        firstName: row.firstName,
        medicalNotes: row.medicalNotes,
        name: `${row.firstName} ${row.lastName}`.trim(),
        mark: row.mark && { ...row.mark, statusName: row.statusName },
        notice: noticeOf(actor, session, row),
        isWaived: row.waiverId !== null,
        price,
        prepaidPercent: origin?.prepaidPercent ?? 0,
        firstUntil: origin?.firstUntil ?? null,
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
}

type SaidBefore = { noticeAt: number | null; noticeText: string | null; excusedBy: Notice["excusedBy"] }

function noticeOf(
  actor: Actor,
  session: SeatedSession,
  { noticeAt: at, noticeText: text, excusedBy }: SaidBefore,
): Notice | null {
  if (at === null) return null
  const inTime = noticeCounts({ at, excusedBy }, session.startsAt, actor.school.noticeHours)
  return { at, text, inTime, excusedBy }
}

const enrolledThen = sql`${enrollments.startsOn} <= ${sessions.localDate} and (${enrollments.endsOn} is null or ${enrollments.endsOn} >= ${sessions.localDate})`

/** A student who is on leave on the session's date, in SQL; the query joins `sessions` and `enrollments`. */
export const awayThen = isOnLeave({
  ...columns(enrollments, "schoolId", "studentId", "classId"),
  day: sessions.localDate,
})

/** An enrollment in force on the session's date and not on leave, in SQL; the query joins `sessions` and `enrollments`. */
export const enrolledOnDate = sql`${enrolledThen} and not ${awayThen}`

/** How `enrollments` joins `sessions`: who is expected in each, in SQL. */
export const expectedInSession = and(joined(enrollments.classId, sessions.classId), enrolledOnDate)

/** An expected student who has no seat in the session yet, in SQL. */
export const hasNoSeat = sql`not exists (select 1 from ${seats} where ${seats.schoolId} = ${sessions.schoolId}
  and ${seats.sessionId} = ${sessions.id} and ${seats.studentId} = ${enrollments.studentId})`

/** In SQL: a session to which no one comes, as all who are enrolled are on leave. */
export const isAllOnLeave = sql`(exists (select 1 from ${enrollments} where ${joined(enrollments.classId, sessions.classId)}
    and ${enrolledThen} and ${awayThen})
  and not exists (select 1 from ${enrollments} where ${expectedInSession})
  and not exists (select 1 from ${seats} where ${joined(sessions, seats.sessionId)} and ${seats.kind} <> 'enrolled'))`

type OfSession = { sessionId: string; classId: string; day: string }
const ofSession = ({ id, classId, localDate }: SeatedSession): OfSession => ({
  sessionId: id,
  classId,
  day: localDate,
})
const { startsOn, endsOn } = enrollments
const { day } = params<OfSession>()
const onDay = and(
  lte(startsOn, day),
  or(isNull(endsOn), gte(endsOn, day)),
  sql`not ${isOnLeave({
    ...columns(enrollments, "schoolId", "studentId", "classId"),
    day: sql`${day}`,
  })}`,
)

const listSeatRows = (actor: Actor, session: SeatedSession) => seatRowsQuery.all(actor, ofSession(session))

const seatRowsQuery = query((p: Params<OfSession>, own) =>
  select({
    seatId: seats.id,
    studentId: seats.studentId,
    enrollmentId: seats.enrollmentId,
    kind: sql<SeatKind>`${seats.kind}`,
    ...columns(seats, "noticeAt", "noticeText", "excusedBy"),
    ...columns(students, "familyId", "firstName", "lastName", "medicalNotes"),
    ...agreedOn(sql`${p.day}`),
    waiverId: waivers.id,
    statusName: ownStatuses.name,
    mark: {
      markId: marks.id,
      code: marks.code,
      statusId: marks.statusId,
      minutesLate: marks.minutesLate,
      chargedPercent: marks.chargedPercent,
      paidPercent: marks.paidPercent,
      issuesCredit: marks.issuesCredit,
      countsAsAttended: marks.countsAsAttended,
    },
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .where(
      and(
        own(seats),
        eq(seats.sessionId, p.sessionId),
        or(sql`${seats.kind} <> 'enrolled'`, sql`${marks.id} is not null`, onDay),
      ),
    ),
)

const nothingSaid = {
  seatId: null,
  noticeAt: null,
  noticeText: null,
  excusedBy: null,
  waiverId: null,
  mark: null,
  statusName: null,
}

const listEnrolled = (actor: Actor, session: SeatedSession) =>
  enrolledQuery
    .all(actor, ofSession(session))
    .map((row) => ({ ...row, ...nothingSaid, kind: "enrolled" as const }))

const enrolledQuery = query((p: Params<OfSession>, own) =>
  select({
    studentId: enrollments.studentId,
    enrollmentId: enrollments.id,
    ...agreedOn(sql`${p.day}`),
    ...columns(students, "familyId", "firstName", "lastName", "medicalNotes"),
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(enrollments), eq(enrollments.classId, p.classId), onDay)),
)

/**
 * Of make-up seats: what the replaced lesson cost and how much of it was charged. A make-up costs what is left, so a
 * lesson is paid once whether it was charged when missed or when made up. One that the office granted replaces none: it
 * has the class's price of its day, all of it paid.
 */
function listOrigins(actor: Actor, session: SeatedSession) {
  const rows = originsQuery.all(actor, ofSession(session))
  const prices = rows.length
    ? listClassPrices(
        actor,
        rows.map(({ classId }) => classId),
      )
    : undefined
  return new Map(
    rows.map((row) => [
      row.seatId,
      {
        price: priceOf(row, prices?.get(row.classId) ?? [], row.localDate),
        prepaidPercent: row.prepaidPercent,
        firstUntil: row.firstUntil,
      },
    ]),
  )
}

const originSeats = alias(seats, "origin_seats")
const originSessions = alias(sessions, "origin_sessions")

const originsQuery = query((p: Params<OfSession>, own) =>
  select({
    seatId: seats.id,
    prepaidPercent: makeUpCredits.prepaidPercent,
    firstUntil: makeUpCredits.expiresOn,
    classId: sql<string>`coalesce(${originSessions.classId}, ${makeUpCredits.grantedClassId})`,
    localDate: sql<string>`coalesce(${originSessions.localDate}, ${p.day})`,
    ...agreedOn(originSessions.localDate),
  })
    .from(seats)
    .innerJoin(makeUpCredits, joined(seats, makeUpCredits.usedSeatId))
    .leftJoin(originSeats, joined(originSeats, makeUpCredits.originSeatId))
    .leftJoin(originSessions, joined(originSessions, originSeats.sessionId))
    .leftJoin(enrollments, joined(enrollments, originSeats.enrollmentId))
    .where(and(own(seats), eq(seats.sessionId, p.sessionId), eq(seats.kind, "make_up"))),
)

/** Makes a row of every seat of a session that only follows from an enrollment. Safe to repeat. */
export function seatSession(actor: Actor, sessionId: string) {
  transact(() => seatExpected(actor, sessionId))
}

/** The same in the caller's transaction. */
export const seatExpected = (actor: Actor, sessionId: string) =>
  makeSeats(actor, missingOfSession.all(actor, { sessionId }))

/** The seats of a session that are rows, by their students. */
export const seatIdsOf = (actor: Actor, sessionId: string): Map<string, string> =>
  new Map(rowsOfSession.all(actor, { sessionId }).map(({ studentId, seatId }) => [studentId, seatId]))

const rowsOfSession = query((p: Params<{ sessionId: string }>, own) =>
  select({ studentId: seats.studentId, seatId: seats.id })
    .from(seats)
    .where(and(own(seats), eq(seats.sessionId, p.sessionId))),
)

/** Attendance of a session is complete, as of now and by the actor; in the caller's transaction. */
export const closeRegister = (actor: Actor, sessionId: string) =>
  change(actor, sessions, sessionId, { registerTakenAt: now(), registerTakenBy: actor.memberId })

/**
 * Makes the rows of every session that has begun, so that each past seat is counted: as charged, covered or unbilled.
 * A register that was complete until someone turned out to belong to the class is open again. Safe to repeat.
 * @param since UTC ms; only sessions without a register that began after it. Without it the school's whole past.
 * @returns how many seats were made
 */
export function seatBegunSessions(actor: Actor, since?: number): number {
  const begun = and(eq(sessions.state, "planned"), lte(sessions.startsAt, now()))
  const recent =
    since === undefined ? begun : and(begun, gt(sessions.startsAt, since), isNull(sessions.registerTakenAt))
  return transact(() => makeSeats(actor, missingSeats(and(own(actor, sessions), recent)).all()))
}

/** Of the sessions meant, who is expected and has no seat yet. */
const missingSeats = (which: SQL | undefined) =>
  select({
    sessionId: sessions.id,
    studentId: enrollments.studentId,
    enrollmentId: enrollments.id,
    registerTakenAt: sessions.registerTakenAt,
  })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .where(and(which, hasNoSeat))

type MissingSeat = ReturnType<ReturnType<typeof missingSeats>["all"]>[number]

const missingOfSession = query((p: Params<{ sessionId: string }>, own) =>
  missingSeats(own(sessions, p.sessionId)),
)

function makeSeats(actor: Actor, missing: readonly MissingSeat[]): number {
  for (const { registerTakenAt, ...seat } of missing) addSeat(actor, { ...seat, kind: "enrolled" })
  reopen(
    actor,
    missing.filter(({ registerTakenAt }) => registerTakenAt !== null).map(({ sessionId }) => sessionId),
  )
  return missing.length
}

const addSeat = prepareAdd(seats, "there")

/** A register is taken when everyone is marked; with a new seat it is not. The marks stay. */
function reopen(actor: Actor, sessionIds: readonly string[]) {
  for (const id of new Set(sessionIds)) {
    change(actor, sessions, and(eq(sessions.id, id), isNotNull(sessions.registerTakenAt)), {
      registerTakenAt: null,
      registerTakenBy: null,
    })
    recordEvent(actor, "session.reopen-register", id)
  }
}

/**
 * The next schools in order of id: for jobs that go through all of them a portion at a time.
 * @param since UTC ms; only those with a session without a register that began after it
 */
export function listSchoolsToSeat(after: string, limit: number, since?: number): string[] {
  const begun = select({ one: sql`1` })
    .from(sessions)
    .where(
      and(
        eq(sessions.schoolId, schools.id),
        gt(sessions.startsAt, since ?? 0),
        lte(sessions.startsAt, now()),
        isNull(sessions.registerTakenAt),
        eq(sessions.state, "planned"),
      ),
    )
  return select({ id: schools.id })
    .from(schools)
    .where(and(gt(schools.id, after), since === undefined ? undefined : exists(begun)))
    .orderBy(asc(schools.id))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}
