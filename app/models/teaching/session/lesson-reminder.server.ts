import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members, teachers } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, inArray, isNotNull } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { listReaders } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { lessonOf } from "~/utils/names"
import { instantOf, localTime, today } from "~/utils/zones"
import { besides } from "./lesson-change"
import type { SessionRow } from "./session"
import { listSessionsOn } from "./session-list.server"

// Emails people their lessons some days before, from the time that the school chose. Each day is sent once, however often the job runs.

type Reminder = { name: string; forTeacher: boolean; lessons: Map<string, [string, string]> }

/**
 * From the school's hour, one mail each about the lessons of the day that is as far ahead as it chose, and of days before it that
 * weren't reminded of yet: to families, students with an address of their own, and teachers. Students with an absence notice are not
 * reminded. Returns the number of mails.
 */
export function remindOfComing(actor: Actor): number {
  const { timeZone, id: schoolId } = actor.school
  if (findSubscriptionStatus(actor) !== "active") return 0
  const tomorrow = addDays(today(timeZone, now()), 1)
  return transact(() => {
    const school = select().from(schools).where(eq(schools.id, schoolId)).get()
    if (!school?.remindsOfLessons || localTime(now(), timeZone) < school.lessonReminderAt) return 0
    const last = addDays(tomorrow, school.lessonReminderDays - 1)
    const known = school.remindedUntil ?? ""
    if (known >= last) return 0
    changeSchool(actor, { remindedUntil: last })
    let mails = 0
    for (let day = known < tomorrow ? tomorrow : addDays(known, 1); day <= last; day = addDays(day, 1))
      mails += remindOfDay(actor, day, day > tomorrow)
    return mails
  })
}

function remindOfDay(actor: Actor, day: string, isAhead: boolean): number {
  const { timeZone } = actor.school
  const sessions = listSessionsOn(actor, day, day).filter(({ state }) => state === "planned")
  const reminders = collect(actor, sessions)
  for (const [recipient, { name, forTeacher, lessons }] of reminders)
    mailTo(
      actor,
      { email: recipient, name },
      "lessons-tomorrow",
      {
        day: formatDate(day, "weekday", actor.school),
        lessons: [...lessons.values()],
        forTeacher,
        ...(isAhead ? { isAhead } : {}),
      },
      { oldAt: instantOf(day, "00:00", timeZone) },
    )
  return reminders.size
}

/** What each address is told, in order of time; an adult of two children in one lesson reads both names. */
function collect(actor: Actor, sessions: readonly SessionRow[]): Map<string, Reminder> {
  const reminders = new Map<string, Reminder>()
  const people = contactsOf(actor, sessions)
  const absent = absentOf(actor, sessions)
  const tell = (
    { email, name, zone }: { email: string | null; name: string; zone: string | null },
    session: SessionRow,
    text: string,
    forTeacher: boolean,
  ) => {
    if (!email) return
    const reminder = reminders.get(email) ?? { name, forTeacher, lessons: new Map() }
    const listed = reminder.lessons.get(session.id)
    reminder.lessons.set(session.id, [
      withOwnTime(formatTime(session.startTime, actor.school), session, zone, actor.school),
      besides(listed?.[1], text),
    ])
    reminders.set(email, reminder)
  }
  for (const session of sessions) {
    const coming = session.students.filter(({ id }) => !absent.has(`${session.id} ${id}`))
    const online = session.onlineLink ? `, online at ${session.onlineLink}` : ""
    const where = `${session.roomName ? `, ${session.roomName}` : ""}${online}`
    for (const { id, name } of coming)
      for (const contact of people.families.get(id) ?? [])
        tell(
          contact,
          session,
          `${lessonOf(name, session.className)}${session.teacherName ? ` with ${session.teacherName}` : ""}${where}`,
          false,
        )
    const isNoOneComing = coming.length === 0 && session.students.length > 0
    const names = isNoOneComing ? "no one is coming" : coming.map(({ name }) => name).join(", ")
    for (const id of [session.teacherId, ...(session.coTeachers ?? []).map((each) => each.id)]) {
      const teacher = id ? people.teachers.get(id) : undefined
      if (teacher) tell(teacher, session, `${session.className}${where}${names ? `: ${names}` : ""}`, true)
    }
  }
  return reminders
}

/** The school's teachers who can be emailed, with the time zone of their login. */
export const listTeachersByEmail = (actor: Actor) =>
  select({ id: teachers.id, name: teachers.name, email: teachers.email, zone: users.timeZone })
    .from(teachers)
    .leftJoin(members, joined(members, teachers.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, teachers), isNotNull(teachers.email)))
    .all()
    .flatMap(({ email, ...teacher }) => (email ? [{ ...teacher, email }] : []))

function contactsOf(actor: Actor, sessions: readonly SessionRow[]) {
  const families = listReaders(
    actor,
    sessions.flatMap((session) => session.students.map(({ id }) => id)),
  )
  const staff = listTeachersByEmail(actor)
  return { families, teachers: new Map(staff.map((teacher) => [teacher.id, teacher])) }
}

/** Who said they cannot come, as "session student". */
function absentOf(actor: Actor, sessions: readonly SessionRow[]): Set<string> {
  const ids = sessions.map(({ id }) => id)
  const rows = ownRows(actor, seats, ["sessionId", "studentId"])
    .where(and(inArray(seats.sessionId, ids), isNotNull(seats.noticeAt)))
    .all()
  return new Set(rows.map(({ sessionId, studentId }) => `${sessionId} ${studentId}`))
}
