import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { noticeInTime } from "./seat"

export const noticePageSize = 50

/** Absence notices for sessions from a day on (`YYYY-MM-DD`), soonest first, 50 a page counted from 1. */
export function listNotices(actor: Actor, from: string, page = 1) {
  const rows = db()
    .select({
      seatId: seats.id,
      sessionId: sessions.id,
      studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
      className: classes.name,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      startsAt: sessions.startsAt,
      at: sql<number>`${seats.noticeAt}`,
      text: seats.noticeText,
      code: marks.code,
    })
    .from(sessions)
    .crossJoin(seats)
    .innerJoin(students, and(eq(students.schoolId, seats.schoolId), eq(students.id, seats.studentId)))
    .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
    .leftJoin(
      marks,
      and(eq(marks.schoolId, seats.schoolId), eq(marks.seatId, seats.id), isNull(marks.supersededAt)),
    )
    .where(noticed(actor, from))
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt), asc(seats.id))
    .limit(noticePageSize)
    .offset((page - 1) * noticePageSize)
    .all()
  return rows.map(({ startsAt, ...row }) => ({
    ...row,
    inTime: noticeInTime(row.at, startsAt, actor.school.noticeHours),
  }))
}

export function countNotices(actor: Actor, from: string): number {
  const found = db().select({ n: count() }).from(sessions).crossJoin(seats).where(noticed(actor, from)).get()
  return found?.n ?? 0
}

const noticed = (actor: Actor, from: string) =>
  and(
    eq(sessions.schoolId, actor.school.id),
    gte(sessions.localDate, from),
    eq(seats.schoolId, sessions.schoolId),
    eq(seats.sessionId, sessions.id),
    isNotNull(seats.noticeAt),
  )
