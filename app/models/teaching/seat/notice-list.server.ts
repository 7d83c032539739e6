import { marks, ownStatuses } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, gte, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { PER_PAGE } from "~/utils/page-number"
import { noticeCounts } from "./seat"

/** Absence notices for sessions from a day on (`YYYY-MM-DD`), soonest first, 50 a page counted from 1. */
export function listNotices(actor: Actor, from: string, page = 1) {
  const rows = select({
    seatId: seats.id,
    sessionId: sessions.id,
    studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    startsAt: sessions.startsAt,
    at: sql<number>`${seats.noticeAt}`,
    text: seats.noticeText,
    excusedBy: seats.excusedBy,
    code: marks.code,
    statusName: ownStatuses.name,
  })
    .from(sessions)
    .crossJoin(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .where(noticed(actor, from))
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt), asc(seats.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return rows.map(({ startsAt, ...row }) => ({
    ...row,
    inTime: noticeCounts(row, startsAt, actor.school.noticeHours),
  }))
}

export const countNotices = (actor: Actor, from: string): number => noticesQuery(actor, from).get()?.n ?? 0

/** Their number, for a statement that reads it with more. */
export const noticesQuery = (actor: Actor, from: string) =>
  select({ n: count() }).from(sessions).crossJoin(seats).where(noticed(actor, from))

const noticed = (actor: Actor, from: string) =>
  and(
    own(actor, sessions),
    gte(sessions.localDate, from),
    joined(sessions, seats.sessionId),
    isNotNull(seats.noticeAt),
  )
