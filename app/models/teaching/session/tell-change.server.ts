import { sessions } from "db/schema/teaching-sessions"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { CalendarLesson, SessionChange } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listReaders } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatDate, formatTime } from "~/utils/formats"
import { classWith, lessonOf } from "~/utils/names"
import { coTeachersOfSessions } from "../co-teacher/co-teacher.server"
import { openAgainText } from "../credit/credit"
import { listEarned, listOpenAgain, type SpentIn } from "../credit/redeem-credit.server"
import { mailAbsence, wasJustMailed } from "./absence-mail.server"
import { calendarLesson } from "./calendar-lesson"
import { forStudents } from "./left-out"
import { besides, linkText, nowText, teachersIn, whatChanged, withWhom } from "./lesson-change"
import { asKnown, type KnownAs } from "./reader-updates.server"
import type { SessionRow } from "./session"
import { teachersOf } from "./teacher-recipients.server"

// Emails the people concerned when an upcoming lesson changes: one email per person, however many lessons and
// children. Queued in the transaction that makes the change; the person who made it gets none.

type Reader = { name: string; email: string; zone: string | null }
type Letter = {
  name: string
  forTeacher: boolean
  lessons: Map<string, [string, string]>
  changes: Set<SessionChange>
  calendar: CalendarLesson[]
  soonestAt: number
  oldAt: number
}

/**
 * Tells families and teachers what became of sessions, but for moves. `before` are the rows as they were (`listSessionsToTell`): a
 * canceled lesson is told at the time that each of them knows. What is over is told to no one.
 */
export function tellChange(
  actor: Actor,
  change: SessionChange,
  before: readonly SessionRow[],
  choice: ChangeChoice = {},
) {
  const known =
    change === "cancelled"
      ? asKnown(actor, before)
      : before.map((session) => ({ session, isFor: () => true }))
  for (const mail of mailsAbout(actor, change, known, [], choice)) queueMail(mail)
}

export type ChangeChoice = {
  reason?: string | null
  families?: boolean
  /** The credits that were spent on spots in canceled lessons. */
  spent?: readonly SpentIn[]
  /** Why a lesson is canceled for those whom its move leaves out, where it isn't why it moves. */
  leftOutReason?: string | null | undefined
  /** When the lessons changed, where it isn't now (UTC ms): what was over by then is told to no one. */
  since?: number
}

/** Of a moved lesson the families of students who aren't enrolled then read that it is canceled. */
export function mailsOfMoved(
  actor: Actor,
  before: readonly KnownAs[],
  moved: readonly SessionRow[],
  choice: ChangeChoice,
) {
  const present = new Map(moved.map((session) => [session.id, session]))
  const isLeftOut = (session: SessionRow, studentId: string) =>
    present.get(session.id)?.students.every(({ id }) => id !== studentId) ?? false
  const staying = before.map(({ session, isFor }) => ({
    session: { ...session, students: session.students.filter(({ id }) => !isLeftOut(session, id)) },
    isFor,
  }))
  const leaving = before.flatMap(({ session, isFor }) => {
    const leftOut = session.students.filter(({ id }) => isLeftOut(session, id))
    return leftOut.length > 0 ? [{ session: forStudents(session, leftOut), isFor }] : []
  })
  const { reason, leftOutReason = reason } = choice
  return [
    ...mailsAbout(actor, "moved", staying, moved, choice),
    ...mailsAbout(actor, "cancelled", leaving, moved, { ...choice, reason: leftOutReason }),
  ]
}

/** `lessons` are as they are now, where that differs from `before`. */
export function mailsAbout(
  actor: Actor,
  change: SessionChange,
  before: readonly KnownAs[],
  lessons: readonly SessionRow[],
  { reason = null, families = true, spent = [], since = now() }: ChangeChoice,
) {
  const present = new Map(lessons.map((session) => [session.id, session]))
  const isKnownTo = new Map(before.map(({ session, isFor }) => [session, isFor]))
  const ids = before.map(({ session }) => session.id)
  const coming = [...isKnownTo.keys()].filter(
    (session) => Math.max(session.startsAt, present.get(session.id)?.startsAt ?? 0) > since,
  )
  const creditUntil = change === "cancelled" && families ? listEarned(actor, ids) : () => undefined
  const openUntil = families ? listOpenAgain(actor, spent) : () => undefined
  const numbers = findRevisions(actor, ids)
  const letters = new Map<string, Letter>()
  const toldAs = (session: SessionRow): SessionChange => {
    const moved = change === "moved" ? present.get(session.id) : undefined
    return moved ? whatChanged(session, moved) : change
  }
  const tell = (
    to: Reader,
    session: SessionRow,
    [title, rest]: [string, string],
    { studentId, isOff = change === "cancelled" }: { studentId?: string; isOff?: boolean },
  ) => {
    if (isKnownTo.get(session)?.(to.email) === false) return
    const letter: Letter = letters.get(to.email) ?? {
      name: to.name,
      forTeacher: studentId === undefined,
      lessons: new Map(),
      changes: new Set(),
      calendar: [],
      soonestAt: Number.POSITIVE_INFINITY,
      oldAt: 0,
    }
    letter.changes.add(toldAs(session))
    const startsAt = [session.startsAt, present.get(session.id)?.startsAt ?? session.startsAt]
    // What a past lesson moves to may be far away: then it can wait.
    letter.soonestAt = Math.min(letter.soonestAt, ...startsAt.filter((at) => at > since))
    letter.oldAt = Math.max(letter.oldAt, ...startsAt.map((at) => at + 3_600_000))
    const listed = letter.lessons.get(session.id)
    letter.lessons.set(session.id, [whenOf(actor, session, to.zone), besides(listed?.[1], `${title}${rest}`)])
    // A canceled lesson is as they knew it, but for its number.
    const known = { ...session, revision: Math.max(session.revision + 1, numbers.get(session.id) ?? 0) }
    const shown = isOff ? known : (present.get(session.id) ?? session)
    // For a teacher a guest is one of several in a lesson that they have.
    if (studentId !== undefined || change !== "guest")
      letter.calendar.push(calendarLesson(shown, title, studentId, isOff))
    letters.set(to.email, letter)
  }
  const contacts = families
    ? listReaders(
        actor,
        coming.flatMap((session) => session.students.map(({ id }) => id)),
      )
    : new Map<string, Reader[]>()
  const staff = teachersOf(
    actor,
    coming.flatMap((session) => [...teachersIn(session), ...teachersIn(present.get(session.id))]),
  )
  for (const session of coming) {
    const moved = present.get(session.id)
    const goesOn = change === "cancelled" ? moved : undefined
    const isMoving = change === "moved" || (change === "restored" && moved !== session)
    const toldNow = moved && isMoving ? whatChanged(session, moved) : change
    const whenAndWith = ({ zone }: Reader) => {
      if (!moved || !isMoving) return withWhom(session)
      const link = linkText(session, moved)
      if (toldNow !== "moved") return `${nowText(toldNow, moved)}${link}`
      const length = moved.minutes === session.minutes ? "" : ` for ${moved.minutes} minutes`
      return `, now ${whenOf(actor, moved, zone)}${length}${withWhom(moved)}${link}`
    }
    const whyWithout = ({ zone }: Reader, name: string) =>
      goesOn ? `. It moves to ${whenOf(actor, goesOn, zone)}, when ${name} isn’t enrolled` : ""
    for (const { id, name } of session.students)
      for (const contact of contacts.get(id) ?? [])
        tell(
          contact,
          session,
          [
            lessonOf(name, session.className),
            `${whenAndWith(contact)}${whyWithout(contact, name)}${creditText(actor, creditUntil(session.id, id), openUntil(session.id, id))}`,
          ],
          { studentId: id },
        )
    for (const id of new Set([...teachersIn(session), ...(goesOn ? [] : teachersIn(moved))])) {
      const teacher = staff.get(id)
      if (!teacher) continue
      const names = session.students.map(({ name }) => name)
      // A lesson that another teacher has now is gone from their calendar.
      const isOff = moved && !teachersIn(moved).includes(id)
      const text: [string, string] = [classWith(names, session.className), whenAndWith(teacher)]
      tell(teacher, session, text, isOff ? { isOff } : {})
    }
  }
  return [...letters].map(([recipient, { name, forTeacher, lessons, changes, calendar, ...when }]) => {
    const [first = change, ...others] = changes
    const told = others.length === 0 ? first : change
    const lessonId =
      told === "moved" && !forTeacher && lessons.size === 1 ? [...lessons.keys()][0] : undefined
    return {
      template: "session-changed" as const,
      schoolId: actor.school.id,
      recipient,
      ...when,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        change: told,
        lessons: [...lessons.values()],
        reason,
        forTeacher,
        calendar,
        ...(lessonId ? { lessonId } : {}),
      },
    }
  })
}

function findRevisions(actor: Actor, ids: readonly string[]): ReadonlyMap<string, number> {
  const found = ownRows(actor, sessions, ["id", "revision"]).where(among(sessions.id, ids)).all()
  return new Map(found.map(({ id, revision }) => [id, revision]))
}

function creditText({ school }: Actor, until: string | undefined, again: string | undefined): string {
  if (until) return `. Make-up credit to use by ${formatDate(until, "full", school)}`
  return again ? `. ${openAgainText(formatDate(again, "full", school)).slice(0, -1)}` : ""
}

/** "Wed, Nov 25, 4:00 PM", with the reader's own time behind it where they chose a zone of their own. */
export const whenOf = (
  { school }: Actor,
  lesson: { localDate: string; startTime: string; startsAt: number },
  zone: string | null,
) =>
  withOwnTime(
    `${formatDate(lesson.localDate, "short", school)}, ${formatTime(lesson.startTime, school)}`,
    lesson,
    zone,
    school,
  )

// Teachers learn by email who can't come to their lessons, and who can after all.

type AbsentFrom = {
  id: string
  seatId: string
  className: string
  localDate: string
  startTime: string
  startsAt: number
  teacherId: string | null
}

/** Tells all teachers of the sessions to come, in one email each, that a student cannot be there, or can after all. */
export function tellTeachers(
  actor: Actor,
  missed: readonly AbsentFrom[],
  absence: { studentName: string; comes: boolean; text: string | null },
) {
  const toCome = missed.filter(({ startsAt }) => startsAt > now())
  const others = coTeachersOfSessions(
    actor,
    toCome.map(({ id }) => id),
  )
  const teachersAt = ({ id, teacherId }: AbsentFrom) => [teacherId, ...(others.get(id) ?? [])]
  for (const [id, teacher] of teachersOf(actor, toCome.flatMap(teachersAt))) {
    const theirs = toCome.filter((session) => teachersAt(session).includes(id))
    const isPaused = ({ seatId }: AbsentFrom) => wasJustMailed(actor.school.id, teacher.email, seatId)
    const together = theirs.some(isPaused) ? theirs.map((one) => [one]) : [theirs]
    for (const [first, ...others] of together) {
      if (!first) continue
      mailAbsence(actor.school.id, teacher.email, {
        seatId: first.seatId,
        schoolName: actor.school.name,
        recipientName: teacher.name,
        className: first.className,
        when: whenOf(actor, first, teacher.zone),
        ...(others.length
          ? {
              others: others.map((other): [string, string] => [
                whenOf(actor, other, teacher.zone),
                other.className,
              ]),
            }
          : {}),
        ...absence,
      })
    }
  }
}
