import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, teachers } from "db/schema/people"
import { and, eq, inArray, isNotNull } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { gatherMail } from "~/models/foundation/outbox/gather-mail.server"
import type { MailData, SessionChange } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { classWith, lessonOf } from "~/utils/lesson-names"
import { openAgainText } from "../credit/cancel-credits"
import { listEarned } from "../credit/earned-credits.server"
import { listOpenAgain, type SpentIn } from "../credit/spent-credits.server"
import { type SessionRow, teacherNames } from "./session"
import { listSessionsToTell } from "./session-list.server"

// Emails the people concerned when an upcoming lesson changes: one email per person, however many lessons and
// children. Queued in the transaction that makes the change; the person who made it gets none.

type Reader = { name: string; email: string; zone: string | null }
type Letter = { name: string; forTeacher: boolean; lessons: Map<string, [string, string]> }

/**
 * Tells families and teachers what became of sessions. `before` are the rows as they were (`listSessionsToTell`); where a
 * lesson moved, its new slot is read now. What is over is told to no one.
 */
export function tellChange(
  actor: Actor,
  change: SessionChange,
  before: readonly SessionRow[],
  choice: ChangeChoice = {},
) {
  for (const mail of mailsOf(actor, change, before, choice)) queueMail(mail)
}

/** The same in the steps of a task, whose mails are released once all of its sessions are in them. Answers the mails. */
export function gatherChange(
  actor: Actor,
  taskId: string,
  change: SessionChange,
  before: readonly SessionRow[],
  { part, ...choice }: ChangeChoice & Part = {},
) {
  const mails = mailsOf(actor, change, before, choice)
  for (const mail of mails)
    gatherMail(
      taskId,
      part === undefined ? mail : { ...mail, data: asPart(mail.data, part) },
      (waiting, more) => ({
        ...waiting,
        lessons: [...waiting.lessons, ...more.lessons],
        ...(part === undefined ? {} : { parts: [...(waiting.parts ?? []), ...(more.parts ?? [])] }),
      }),
    )
  return mails
}

/** What the lessons belong to, of several things in one email. */
type Part = { part?: string | undefined }

/** The reason of a part goes with its lessons. */
const asPart = ({ reason, lessons, ...data }: MailData["session-changed"], part: string) => ({
  ...data,
  reason: null,
  lessons: lessons.map(([when, text]): [string, string] => [
    when,
    reason ? `${text}. Reason: ${reason}` : text,
  ]),
  parts: lessons.map(() => part),
})

export type ChangeChoice = {
  reason?: string | null
  families?: boolean
  /** Only these addresses: who was told before. */
  only?: Pick<ReadonlySet<string>, "has">
  /** Where the one lesson was. */
  was?: MailData["session-changed"]["was"]
  /** The credits that were spent on spots in canceled lessons. */
  spent?: readonly SpentIn[]
}

export function mailsOf(
  actor: Actor,
  change: SessionChange,
  before: readonly SessionRow[],
  { reason = null, families = true, only, was, spent = [] }: ChangeChoice,
) {
  const ids = before.map(({ id }) => id)
  const present = new Map(
    change === "moved" || change === "taught"
      ? listSessionsToTell(actor, ids).map((session) => [session.id, session])
      : [],
  )
  const coming = before.filter(
    (session) => Math.max(session.startsAt, present.get(session.id)?.startsAt ?? 0) > now(),
  )
  const creditUntil = change === "cancelled" && families ? listEarned(actor, ids) : () => undefined
  const openUntil = families ? listOpenAgain(actor, spent) : () => undefined
  const letters = new Map<string, Letter>()
  const tell = (to: Reader, session: SessionRow, text: string, forTeacher: boolean) => {
    const letter = letters.get(to.email) ?? { name: to.name, forTeacher, lessons: new Map() }
    const listed = letter.lessons.get(session.id)
    letter.lessons.set(session.id, [whenOf(actor, session, to.zone), listed ? `${listed[1]}; ${text}` : text])
    letters.set(to.email, letter)
  }
  const contacts = families
    ? listContacts(
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
    const isMoved = moved !== undefined && change === "moved"
    const whenAndWith = ({ zone }: Reader) =>
      isMoved
        ? `, now ${whenOf(actor, moved, zone)}${moved.minutes === session.minutes ? "" : ` for ${moved.minutes} minutes`}${withWhom(moved)}`
        : withWhom(moved ?? session)
    for (const { id, name } of session.students)
      for (const contact of contacts.get(id) ?? [])
        tell(
          contact,
          session,
          `${lessonOf(name, session.className)}${whenAndWith(contact)}${creditText(actor, creditUntil(session.id, id), openUntil(session.id, id))}`,
          false,
        )
    for (const id of new Set([...teachersIn(session), ...teachersIn(moved)])) {
      const teacher = staff.get(id)
      const names = session.students.map(({ name }) => name)
      if (teacher)
        tell(teacher, session, `${classWith(names, session.className)}${whenAndWith(teacher)}`, true)
    }
  }
  const wanted = [...letters].filter(([recipient]) => only?.has(recipient) ?? true)
  return wanted.map(([recipient, { name, forTeacher, lessons }]) => ({
    template: "session-changed" as const,
    schoolId: actor.school.id,
    recipient,
    data: {
      schoolName: actor.school.name,
      recipientName: name,
      change,
      lessons: [...lessons.values()],
      reason,
      forTeacher,
      ...(was ? { was } : {}),
      ...(change === "moved" && !forTeacher && lessons.size === 1
        ? { lessonId: [...lessons.keys()][0] }
        : {}),
    },
  }))
}

function creditText({ school }: Actor, until: string | undefined, again: string | undefined): string {
  if (until) return `. Make-up credit to use by ${formatDate(until, "full", school)}`
  return again ? `. ${openAgainText(formatDate(again, "full", school)).slice(0, -1)}` : ""
}

/** Everyone who gives a session. */
const teachersIn = (session: Pick<SessionRow, "teacherId" | "coTeachers"> | undefined): string[] => [
  ...(session?.teacherId ? [session.teacherId] : []),
  ...(session?.coTeachers?.map(({ id }) => id) ?? []),
]

/** Teachers who have an address, without the one who acts. */
export function teachersOf(actor: Actor, ids: readonly (string | null)[]) {
  const knownIds = [...new Set(ids)].filter((id) => id !== null)
  const rows = db()
    .select({
      id: teachers.id,
      name: teachers.name,
      email: teachers.email,
      memberId: teachers.memberId,
      zone: users.timeZone,
    })
    .from(teachers)
    .leftJoin(members, joined(members, teachers.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, teachers), inArray(teachers.id, knownIds), isNotNull(teachers.email)))
    .all()
  return new Map(
    rows.flatMap(({ id, name, email, memberId, zone }) =>
      email && (memberId === null || memberId !== actor.memberId) ? [[id, { name, email, zone }]] : [],
    ),
  )
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

/** " with Marcus Whitfield, Room 2" */
export const withWhom = ({ roomName, ...session }: SessionRow) =>
  `${teacherNames(session) ? ` with ${teacherNames(session)}` : ""}${roomName ? `, ${roomName}` : ""}`
