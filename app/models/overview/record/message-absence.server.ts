import { db } from "db/client.server"
import { portalAccess, students } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { noticeInTime } from "~/models/teaching/seat/seat"
import { listComingSessions } from "~/models/teaching/session/coming-sessions.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import { lessonMeant, soundsLikeAbsence, studentMeant } from "./message-absence"

/** How far ahead a message can mean a lesson: so many of them. */
const ahead = 8
/** An older message is no news. */
const newsMs = 3 * 86_400_000

type Message = { memberId: string; body: string; at: number }

/**
 * The absence that a family's message seems to report, for the office: whose, of which lesson, and whether it came in time.
 * Undefined for any other message, and once the absence is recorded.
 */
export function findMessageAbsence(actor: Actor, { memberId, body, at }: Message) {
  if (!may(actor, "schedule:write") || at < now() - newsMs || !soundsLikeAbsence(body)) return undefined
  const student = studentMeant(body, listStudentsSeenBy(actor, memberId))
  if (!student) return undefined
  const day = today(actor.school.timeZone, at)
  const lesson = lessonMeant(body, listComingSessions(actor, student.id, ahead), addDays(day, 1))
  if (!lesson || lesson.isNotComing) return undefined
  const startsAt = instantOf(lesson.localDate, lesson.startTime, actor.school.timeZone)
  return {
    studentId: student.id,
    firstName: student.firstName,
    sessionId: lesson.id,
    className: lesson.className,
    localDate: lesson.localDate,
    startTime: lesson.startTime,
    isInTime: noticeInTime(at, startsAt, actor.school.noticeHours),
    noticeHours: actor.school.noticeHours,
  }
}

function listStudentsSeenBy(actor: Actor, memberId: string) {
  return db()
    .select({ id: students.id, firstName: students.firstName })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId)))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
}
