import { portalAccess, students } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import { listMakeUps } from "~/models/attendance/make-up/book-make-up.server"
import { creditOf, earningsOfAbsence } from "~/models/attendance/rebooking/absence-effect.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { noticeInTime } from "~/models/teaching/seat/seat"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { listComingSessions } from "~/models/teaching/session/coming-sessions.server"
import { now } from "~/utils/clock.server"
import { addDays, weekday } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"

// Whether a message sounds like an absence, and of which lesson. It is only ever a suggestion. Safe in the browser.

const signs =
  /\b(sick|ill|unwell|fever|flu|absent|absence|miss(?:es|ing)?|skip|away|vacation|trip|(?:can(?:['’]t|not)|won(?:['’]t)|(?:not|un)\s?able to) (?:come|make|attend|be there)|not coming|cancel(?:ed|ing)?)\b/i

export const soundsLikeAbsence = (body: string): boolean => signs.test(body)

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

/** Of upcoming lessons, soonest first, the one a message means: on a weekday it names, tomorrow, or else the next one. */
export function lessonMeant<Lesson extends { localDate: string }>(
  body: string,
  lessons: readonly Lesson[],
  tomorrow: string,
): Lesson | undefined {
  const text = body.toLowerCase()
  if (/\btomorrow\b/.test(text)) return lessons.find(({ localDate }) => localDate === tomorrow) ?? lessons[0]
  const named = weekdays.flatMap((day, index) => (text.includes(day) ? [index + 1] : []))
  return lessons.find(({ localDate }) => named.includes(weekday(localDate))) ?? lessons[0]
}

/** The student a message names by first name; with only one there is no question. */
export function studentMeant<Student extends { firstName: string }>(
  body: string,
  students: readonly Student[],
): Student | undefined {
  if (students.length === 1) return students[0]
  const text = body.toLowerCase()
  return students.find(({ firstName }) => firstName !== "" && text.includes(firstName.toLowerCase()))
}

/** How far ahead a message can mean a lesson: so many of them. */
const ahead = 8
/** So many times to make the lesson up are offered beside it; the student's page has the others. */
const offered = 3
/** An older message is no news. */
const newsMs = 3 * 86_400_000

type Message = { memberId: string; body: string; at: number }

/**
 * The absence that a family's message seems to report, for the office: whose, of which lesson, whether it came in time, and
 * when the student could make a lesson up with the credits they have. Undefined for any other message, and once the absence is recorded.
 */
export function findMessageAbsence(actor: Actor, { memberId, body, at }: Message) {
  if (!may(actor, "schedule:write") || at < now() - newsMs || !soundsLikeAbsence(body)) return undefined
  const student = studentMeant(body, listStudentsSeenBy(actor, memberId))
  if (!student) return undefined
  const day = today(actor.school.timeZone, at)
  const lesson = lessonMeant(body, listComingSessions(actor, student.id, ahead), addDays(day, 1))
  if (!lesson || lesson.isNotComing) return undefined
  const startsAt = instantOf(lesson.localDate, lesson.startTime, actor.school.timeZone)
  const isInTime = noticeInTime(at, startsAt, actor.school.noticeHours)
  const earned = creditEarned(actor, lesson.id, student.id, at)
  const { offers } = listMakeUps(actor, student.id, earned ? [earned] : [])
  return {
    studentId: student.id,
    firstName: student.firstName,
    sessionId: lesson.id,
    className: lesson.className,
    localDate: lesson.localDate,
    startTime: lesson.startTime,
    isInTime,
    noticeHours: actor.school.noticeHours,
    earnsCredit: earned !== undefined,
    makeUps: may(actor, "student:write")
      ? offers.filter(({ date }) => date !== lesson.localDate).slice(0, offered)
      : [],
  }
}

/** The credit that recording the absence would earn by the school's present rules. */
function creditEarned(actor: Actor, sessionId: string, studentId: string, at: number) {
  const session = findSeatedSession(actor, sessionId)
  const effect = session && earningsOfAbsence(actor, session, studentId, at)
  return effect && creditOf(actor, session, studentId, effect.creditUntil)
}

function listStudentsSeenBy(actor: Actor, memberId: string) {
  return select({ id: students.id, firstName: students.firstName })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId)))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
}
