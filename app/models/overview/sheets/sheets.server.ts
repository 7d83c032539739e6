import { marks, ownStatuses } from "db/schema/attendance"
import { guardians, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gte, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { listWithoutPhotos } from "~/models/people/consent/answers.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { sessionsGivenBy } from "~/models/teaching/co-teacher/co-teacher.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { type AttendanceSheet, type EmergencySheet, mostRows, sheetKey } from "./sheets"

// Sheets to print of a class or a day.

/** Who is enrolled in a class on a day or comes to a lesson of it as a guest or to make one up, with whom to call. */
export function classEmergencySheet(actor: Actor, classId: string, date: string): EmergencySheet {
  const enrolled = select({ id: enrollments.studentId })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId), isEnrolledBetween(date, date)))
  const booked = bookedOn(actor, date, eq(sessions.classId, classId))
  return withGuardians(actor, sql`(${students.id} in (${enrolled}) or ${students.id} in (${booked}))`)
}

/** Who has a lesson on a day, of one teacher if asked, with whom to call. */
export function dayEmergencySheet(actor: Actor, date: string, teacherId?: string): EmergencySheet {
  const which = teacherId === undefined ? undefined : sessionsGivenBy(actor, teacherId)
  return withGuardians(actor, sql`${students.id} in (${bookedOn(actor, date, which)})`)
}

/** The students of a day's lessons, or of some of them. */
const bookedOn = (actor: Actor, date: string, which?: SQL) =>
  select({ id: bookings.resourceId })
    .from(sessions)
    // a cross join keeps SQLite from starting with all the bookings of a school
    .crossJoin(bookings)
    .where(
      and(
        own(actor, sessions),
        joined(bookings.sessionId, sessions.id),
        eq(bookings.resource, "student"),
        eq(sessions.localDate, date),
        eq(sessions.state, "planned"),
        which,
      ),
    )

const isEnrolledBetween = (first: string, last: string) =>
  and(lte(enrollments.startsOn, last), or(isNull(enrollments.endsOn), gte(enrollments.endsOn, first)))

function withGuardians(actor: Actor, who: SQL): EmergencySheet {
  const all = ownRows(actor, students, [
    "id",
    "familyId",
    "firstName",
    "lastName",
    "birthDate",
    "phone",
    "medicalNotes",
    "emergencyContact",
  ])
    .where(who)
    .orderBy(...inNameOrder)
    .limit(mostRows + 1)
    .all()
  const found = all.slice(0, mostRows)
  const adults = groupBy(
    ownRows(actor, guardians, ["familyId", "name", "relation", "phone"])
      .where(
        and(
          isNull(guardians.erasedAt),
          inArray(guardians.familyId, [...new Set(found.map(({ familyId }) => familyId))]),
        ),
      )
      .orderBy(asc(guardians.familyId), asc(guardians.position))
      .all(),
    ({ familyId }) => familyId,
  )
  return {
    isCut: all.length > mostRows,
    rows: found.map(({ familyId, firstName, lastName, ...student }) => ({
      ...student,
      name: fullName({ firstName, lastName }),
      guardians: (adults.get(familyId) ?? []).map(({ familyId: _, ...adult }) => adult),
    })),
  }
}

/** A class's lessons of a month, and who was enrolled in it or came to one, with the attendance that is taken. */
export function attendanceSheet(
  actor: Actor,
  classId: string,
  { first, last }: { first: string; last: string },
): AttendanceSheet {
  const days = ownRows(actor, sessions, {
    sessionId: sessions.id,
    ...columns(sessions, "localDate", "startTime", "state"),
  })
    .where(and(eq(sessions.classId, classId), between(sessions.localDate, first, last)))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
  const isOfDays = and(
    own(actor, seats),
    inArray(
      seats.sessionId,
      days.map(({ sessionId }) => sessionId),
    ),
  )
  const enrolled = select({ id: enrollments.studentId })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId), isEnrolledBetween(first, last)))
  const seated = select({ id: seats.studentId }).from(seats).where(isOfDays)
  const attending = ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(sql`(${students.id} in (${enrolled}) or ${students.id} in (${seated}))`)
    .orderBy(...inNameOrder)
    .limit(mostRows + 1)
    .all()
  const marked = select({
    studentId: seats.studentId,
    sessionId: seats.sessionId,
    code: marks.code,
    status: { letters: ownStatuses.letters, name: ownStatuses.name },
  })
    .from(seats)
    .innerJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .where(isOfDays)
    .all()
  const taken = groupBy(marked, ({ studentId }) => studentId)
  const noPhotos = listWithoutPhotos(
    actor,
    attending.map(({ id }) => id),
  )
  return {
    isCut: attending.length > mostRows,
    ownStatuses: Object.fromEntries(
      marked.flatMap(({ sessionId, studentId, status }) =>
        status ? [[sheetKey(sessionId, studentId), status] as const] : [],
      ),
    ),
    days: days.map(({ state, ...day }) => ({ ...day, isCanceled: state === "cancelled" })),
    students: attending.slice(0, mostRows).map(({ id, ...names }) => ({
      id,
      name: fullName(names),
      noPhotos: noPhotos.has(id),
      marks: Object.fromEntries((taken.get(id) ?? []).map(({ sessionId, code }) => [sessionId, code])),
    })),
  }
}
