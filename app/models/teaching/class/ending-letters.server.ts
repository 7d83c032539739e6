import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { classEndings } from "db/schema/teaching-class-endings"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, lte } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { type Addressed, reachOf } from "~/models/foundation/outbox/reach.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { today } from "~/utils/zones"
import { enrolledOn } from "../session/make-sessions.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { patternText } from "../session/pattern"
import {
  listDueUpdates,
  markSent,
  queueReaderUpdates,
  takeReaders,
  withdrawUpdates,
} from "../session/reader-updates.server"
import { findEnding, findWeeklyTime, holds } from "./end-class.server"
import { findClass } from "./find-class.server"

// What families read when a class ends. Nothing is sent until the office confirms; then one email per person is written, two minutes
// later, so that an ending can still be undone without a word to anyone.

export type EndingLetter = { recipient: string; data: MailData["class-ended"] }

type Found = NonNullable<ReturnType<typeof findEnding>>

/** The emails of an ending, one per person, however many children, and whom they leave for. */
export function lettersOfEnding(
  actor: Actor,
  classId: string,
  endingId: string,
): { letters: EndingLetter[]; reach: Reach } | undefined {
  const ending = findEnding(actor, classId, endingId)
  return ending && { letters: lettersOf(actor, ending, false), reach: reachOfEnding(actor, ending) }
}

/** Sends the emails of an ending. Answers whom they leave for; undefined when there is none, or its families were told already. */
export function tellEnding(actor: Actor, classId: string, endingId: string): Reach | undefined {
  return transact(() => {
    const ending = findEnding(actor, classId, endingId)
    if (!ending || ending.toldAt !== null || !holds(actor, ending)) return undefined
    const readers = lettersOf(actor, ending, false).map(({ recipient }) => recipient)
    queueReaderUpdates(actor, "ending", endingId, readers)
    change(actor, classEndings, endingId, { toldAt: now() })
    const reach = reachOfEnding(actor, ending)
    recordEvent(actor, "class.tell-end", classId, {
      after: { lastDay: ending.lastDay, emails: reach.reached.length },
    })
    return reach
  })
}

/** Whom the email about an ending leaves for, of its students' families. */
export function reachOfEnding(actor: Actor, ending: Found): Reach {
  const people = listStudents(actor, studentsOf(actor, ending))
  const contacts = listContacts(
    actor,
    people.map(({ id }) => id),
  )
  return reachOf(
    { template: "class-ended", schoolId: actor.school.id },
    people.flatMap(
      (student): Addressed[] => contacts.get(student.id) ?? [{ name: fullName(student), email: null }],
    ),
  )
}

const studentsOf = (actor: Actor, { classId, scheduleId, lastDay, before }: Found): string[] =>
  scheduleId
    ? [...enrolledOn(actor, classId)(addDays(lastDay, 1))]
    : before.stays.map(({ was }) => was.studentId)

/** Writes the letters that are due, to at most so many people. Answers whether others are left. */
export function tellEndings(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "ending", at), most)
  for (const [endingId, rows] of groupBy(theirs, ({ sessionId }) => sessionId)) {
    const classId = find(actor, classEndings, endingId)?.classId ?? ""
    const ending = findEnding(actor, classId, endingId)
    if (!ending || !holds(actor, ending)) {
      // It was undone or changed meanwhile: the office is asked again.
      withdrawUpdates(actor, [endingId])
      if (ending) change(actor, classEndings, endingId, { toldAt: null })
    } else queueFor(new Set(rows.map(({ reader }) => reader)), actor, ending, false)
    markSent(actor, rows)
  }
  return isMore
}

function queueFor(readers: ReadonlySet<string>, actor: Actor, ending: Found, isUndone: boolean) {
  if (readers.size === 0) return
  for (const letter of lettersOf(actor, ending, isUndone))
    if (readers.has(letter.recipient))
      queueMail({ template: "class-ended", schoolId: actor.school.id, ...letter })
}

/** Whoever was told of an ending reads that the lessons continue; whoever wasn't yet, nothing. Before it is undone. */
export const tellEndingUndone = (actor: Actor, ending: Found) =>
  queueFor(withdrawUpdates(actor, [ending.id]), actor, ending, true)

function lettersOf(actor: Actor, ending: Found, isUndone: boolean): EndingLetter[] {
  const { classId, scheduleId, lastDay, reason } = ending
  const { school } = actor
  const studentIds = studentsOf(actor, ending)
  const found = findClass(actor, classId)
  if (!found || studentIds.length === 0) return []
  const common = inFormats(school, () => ({
    schoolName: school.name,
    className: found.name,
    lastDay: formatDate(lastDay, "full", school),
    isPast: lastDay < today(school.timeZone, now()),
    reason,
    isUndone,
  }))
  const ended = scheduleId ? findWeeklyTime(actor, scheduleId) : undefined
  const continuing = scheduleId
    ? found.rules.filter(({ id, endsOn }) => id !== scheduleId && (endsOn === null || endsOn > lastDay))
    : []
  const timesFor = (zone: string | null) =>
    inFormats(school, () => {
      const from = today(school.timeZone, now())
      const textOf = (rule: { rrule: string; startTime: string }) =>
        patternWithOwnTime(patternText(rule), rule, { schoolZone: school.timeZone, zone, from })
      return { part: ended ? textOf(ended) : null, continuing: continuing.map(textOf) }
    })
  const last = lastLessonOf(actor, ending)
  const lastLesson = (zone: string | null) => last && lastText(actor, last, zone)
  const contacts = listContacts(actor, studentIds)
  const letters = new Map<string, MailData["class-ended"]>()
  for (const student of listStudents(actor, studentIds))
    for (const { name, email, zone } of contacts.get(student.id) ?? []) {
      const letter = letters.get(email) ?? {
        ...common,
        ...timesFor(zone),
        lastLesson: lastLesson(zone),
        recipientName: name,
        studentNames: [],
      }
      letters.set(email, { ...letter, studentNames: [...letter.studentNames, fullName(student)] })
    }
  return [...letters].map(([recipient, data]) => ({ recipient, data }))
}

const listStudents = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(among(students.id, ids))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()

type Last = NonNullable<ReturnType<typeof lastLessonOf>>

/** The last lesson that still takes place, where one is to come. */
function lastLessonOf(actor: Actor, { classId, scheduleId, lastDay }: Found) {
  const last = ownRows(actor, sessions, ["localDate", "startTime", "startsAt", "endsAt"])
    .where(
      and(
        eq(sessions.classId, classId),
        eq(sessions.state, "planned"),
        scheduleId ? eq(sessions.scheduleId, scheduleId) : undefined,
        lte(sessions.localDate, lastDay),
      ),
    )
    .orderBy(desc(sessions.startsAt))
    .limit(1)
    .get()
  return last && last.endsAt > now() ? last : null
}

const lastText = ({ school }: Actor, last: Last, zone: string | null) =>
  withOwnTime(
    `${formatDate(last.localDate, "weekday", school)}, ${formatTime(last.startTime, school)}`,
    last,
    zone,
    school,
  )
