import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, gte, isNull, lt, sql, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { termStart } from "../seat/seat"
import { listNotComing } from "../session/not-coming.server"
import { registerStateAt } from "../session/session"

/** The sessions of a class before or from now on, the nearest first. */
export function listClassSessions(actor: Actor, classId: string, when: "next" | "past", most: number) {
  const at = now()
  const found = db()
    .select({
      id: sessions.id,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
      startsAt: sessions.startsAt,
      endsAt: sessions.endsAt,
      state: sessions.state,
      cancelReason: sessions.cancelReason,
      registerTakenAt: sessions.registerTakenAt,
      teacherName: teachers.name,
      roomName: rooms.name,
    })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        when === "next" ? gte(sessions.endsAt, at) : lt(sessions.endsAt, at),
      ),
    )
    .orderBy(when === "next" ? asc(sessions.startsAt) : desc(sessions.startsAt))
    .limit(most)
    .all()
  const absences = listNotComing(
    actor,
    found.map(({ id }) => id),
  )
  return found.map(({ registerTakenAt, ...session }) => ({
    ...session,
    register: registerStateAt({ ...session, registerTakenAt }, at),
    notComing:
      registerTakenAt === null && session.state === "planned"
        ? (absences.get(session.id) ?? []).map(({ name }) => name)
        : [],
  }))
}

/** How many seats of this half-year were marked and how many of them count as attended; canceled ones do not count. */
export function countAttendance(actor: Actor, classId: string): { held: number; attended: number } {
  const found = db()
    .select({ held: count(), attended: sum(marks.countsAsAttended).mapWith(Number) })
    .from(sessions)
    // cross joins keep SQLite from starting with all the marks of a school
    .crossJoin(seats)
    .crossJoin(marks)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        gte(sessions.originalDate, termStart(today(actor.school.timeZone, now()))),
        joined(sessions, seats.sessionId),
        joined(seats, marks.seatId),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .get()
  return { held: found?.held ?? 0, attended: found?.attended ?? 0 }
}
