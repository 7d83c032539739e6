import { marks, ownStatuses } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, count, desc, eq, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { onInvoice, standing } from "~/models/money/charge/charge-query.server"
import type { NextOfClass } from "~/models/teaching/class/class"
import { leaveOn } from "~/models/teaching/leave/leave"
import { isOnLeave, listLeaves } from "~/models/teaching/leave/leave.server"
import { now, todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { ClassGrid, GridCell, GridLesson, GridRow } from "./class-record"

// What the office reads in a class's record: who came when, and what the class brings in. Few queries, whatever its size.

/** The figures above a class's tabs, in one statement; attendance is of the term, without canceled lessons. */
export function findClassFigures(actor: Actor, classId: string, since: string) {
  const schoolId = actor.school.id
  const day = todayOf(actor)
  const ofClass = sql`school_id = ${schoolId} and class_id = ${classId}`
  const current = sql`from enrollments where ${ofClass} and (ends_on is null or ends_on >= ${day})`
  const { next, ...figures } = askOne<{
    enrolled: number
    coming: number
    comingFrom: string | null
    waiting: number
    held: number
    attended: number
    next: string | null
  }>(sql`select
    (select count(*) ${current} and starts_on <= ${day}) as enrolled,
    (select count(*) ${current} and starts_on > ${day}) as coming,
    (select min(starts_on) ${current} and starts_on > ${day}) as comingFrom,
    (select count(*) from waiting_places where ${ofClass} and state in ('waiting', 'offered')) as waiting,
    (select coalesce(sum(marked_count), 0) from sessions
      where ${ofClass} and original_date >= ${since}) as held,
    (select coalesce(sum(attended_count), 0) from sessions
      where ${ofClass} and original_date >= ${since}) as attended,
    (select json_object('id', l.id, 'localDate', l.local_date, 'startTime', l.start_time, 'minutes', l.minutes,
        'roomName', (select name from rooms r where r.school_id = l.school_id and r.id = l.room_id),
        'students', (select count(*) from enrollments e where e.school_id = l.school_id
            and e.class_id = l.class_id and e.starts_on <= l.local_date
            and (e.ends_on is null or e.ends_on >= l.local_date) and not ${isOnLeave({
              schoolId: sql`e.school_id`,
              studentId: sql`e.student_id`,
              classId: sql`e.class_id`,
              day: sql`l.local_date`,
            })})
          + (select count(*) from seats s
            where s.school_id = l.school_id and s.session_id = l.id and s.kind <> 'enrolled'),
        'away', (select count(*) from seats s
          where s.school_id = l.school_id and s.session_id = l.id and s.notice_at is not null))
      from (select * from sessions where ${ofClass} and ends_at >= ${now()} and state = 'planned'
        order by starts_at limit 1) l) as next`)
  const lesson: Omit<NextOfClass, "isToday"> | null = next ? JSON.parse(next) : null
  return { ...figures, next: lesson ? { ...lesson, isToday: lesson.localDate === day } : null }
}

export const gridLessons = 12

/** The lessons up to today, 12 a page with the newest on page 1, each student's attendance in them, and how many there are. */
export function listClassGrid(actor: Actor, classId: string, page = 1): ClassGrid {
  const day = todayOf(actor)
  const asked = { classId, day }
  const total = totalQuery.get(actor, asked)?.n ?? 0
  const lessons = gridQuery
    .all(actor, { ...asked, offset: (page - 1) * gridLessons })
    .reverse()
    .map(({ endsAt, state, registerTakenAt, ...lesson }): GridLesson => {
      if (state === "cancelled") return { ...lesson, state: "canceled" }
      if (registerTakenAt !== null) return { ...lesson, state: "taken" }
      return { ...lesson, state: endsAt < now() ? "missing" : "expected" }
    })
  return { lessons, rows: listRows(actor, classId, lessons), total }
}

type Asked = { classId: string; day: string }
const upToDay = (owner: Owner, { classId, day }: Params<Asked>) =>
  and(own(owner, sessions), eq(sessions.classId, classId), lte(sessions.localDate, day))

const totalQuery = query((p: Params<Asked>, _own, school) =>
  select({ n: count() }).from(sessions).where(upToDay(school, p)),
)

const gridQuery = query((p: Params<Asked & { offset: number }>, _own, school) =>
  select(columns(sessions, "id", "localDate", "startTime", "endsAt", "state", "registerTakenAt"))
    .from(sessions)
    .where(upToDay(school, p))
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(gridLessons)
    .offset(p.offset),
)

function listRows(actor: Actor, classId: string, lessons: GridLesson[]): GridRow[] {
  const [first] = lessons
  const last = lessons.at(-1)
  if (!first || !last) return []
  const seated = seatedQuery.all(actor, { sessionIds: JSON.stringify(lessons.map(({ id }) => id)) })
  const enrolled = enrolledQuery.all(actor, { classId, first: first.localDate, last: last.localDate })
  const people = new Map([...enrolled, ...seated].map((row) => [row.studentId, row]))
  const seatOf = new Map(seated.map((seat) => [`${seat.sessionId} ${seat.studentId}`, seat]))
  const away = listLeaves(
    actor,
    enrolled.map(({ studentId }) => studentId),
    { from: first.localDate, to: last.localDate },
  )
  const isEnrolled = (studentId: string, date: string) =>
    !leaveOn(away, { studentId, classId }, date) &&
    enrolled.some(
      (stay) =>
        stay.studentId === studentId &&
        stay.startsOn <= date &&
        (stay.endsOn === null || stay.endsOn >= date),
    )
  return [...people.values()]
    .sort((a, b) => `${a.lastName} ${a.firstName}`.localeCompare(`${b.lastName} ${b.firstName}`, "en"))
    .map((person) => {
      const seatIn = (lesson: GridLesson) => seatOf.get(`${lesson.id} ${person.studentId}`)
      const held = lessons
        .map(seatIn)
        .filter((seat) => seat !== undefined && seat.code !== null && seat.code !== "cancelled")
      return {
        studentId: person.studentId,
        name: fullName(person),
        cells: lessons.map((lesson): GridCell => {
          const seat = seatIn(lesson)
          if (!seat && !isEnrolled(person.studentId, lesson.localDate)) return "none"
          if (lesson.state === "canceled") return "cancelled"
          if (seat?.code) return seat.code
          if (seat?.isReported) return "reported"
          return lesson.state === "missing" ? "missing" : lesson.state === "expected" ? "expected" : "none"
        }),
        ownStatuses: Object.fromEntries(
          lessons.flatMap((lesson) => {
            const status = lesson.state === "canceled" ? null : seatIn(lesson)?.ownStatus
            return status ? [[lesson.id, status] as const] : []
          }),
        ),
        attended: held.filter((seat) => seat?.attended).length,
        held: held.length,
      }
    })
}

const seatedQuery = query((p: Params<{ sessionIds: string }>, own) =>
  select({
    sessionId: seats.sessionId,
    studentId: seats.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    code: marks.code,
    ownStatus: { letters: ownStatuses.letters, name: ownStatuses.name },
    attended: marks.countsAsAttended,
    isReported: sql<number>`${seats.noticeAt} is not null`.mapWith(Boolean),
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .where(and(own(seats), among(seats.sessionId, p.sessionIds))),
)

const enrolledQuery = query((p: Params<{ classId: string; first: string; last: string }>, own) =>
  select({
    studentId: enrollments.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(enrollments),
        eq(enrollments.classId, p.classId),
        lte(enrollments.startsOn, p.last),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.first)),
      ),
    ),
)

export type ClassMoney = {
  studentId: string
  name: string
  /** of this term, minor units */
  chargedMinor: number
  /** of it on no invoice yet */
  readyMinor: number
}

/** What each student was charged for the class since the term began: lessons, and flat fees of the enrollment. */
export const listClassMoney = (actor: Actor, classId: string, since: string): ClassMoney[] =>
  moneyQuery
    .all(actor, { classId, since })
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))

const moneyQuery = query((p: Params<{ classId: string; since: string }>, own, school) =>
  select({
    studentId: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    chargedMinor: sql<number>`sum(${charges.amountMinor})`,
    readyMinor: sql<number>`sum(case when ${onInvoice} then 0 else ${charges.amountMinor} end)`,
  })
    .from(charges)
    // By the families of the class first: left to itself, SQLite begins with every student of the school, or, without the
    // plus below, with every charge.
    .crossJoin(students)
    .where(
      and(
        own(charges),
        joined(students, charges.studentId),
        standing,
        gte(charges.occurredOn, p.since),
        sql`${charges.familyId} in (select st.family_id from enrollments e
          join students st on st.school_id = e.school_id and st.id = e.student_id
          where e.school_id = ${school} and e.class_id = ${p.classId})`,
        sql`(exists (select 1 from seats x join sessions s on s.school_id = x.school_id and s.id = x.session_id
            where x.school_id = ${charges.schoolId} and x.id = ${charges.seatId} and s.class_id = ${p.classId})
          or exists (select 1 from enrollments e where e.school_id = ${charges.schoolId}
            and e.id = ${charges.enrollmentId} and e.class_id = ${p.classId}))`,
      ),
    )
    .groupBy(sql`+${charges.studentId}`)
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`),
)
