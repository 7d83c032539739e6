import { users } from "db/schema/accounts"
import { members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { hasHeldMailLeft, takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { changeWaitsUntil } from "~/models/foundation/outbox/mail-wish.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import {
  listDueUpdates,
  postponeUpdates,
  queueReaderUpdates,
  removeUpdates,
  type Row as Told,
  takeReaders,
} from "~/models/teaching/session/reader-updates.server"
import { findOwnAddress, teachersOf } from "~/models/teaching/session/teacher-recipients.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName, joinNames } from "~/utils/names"
import { instantOf } from "~/utils/zones"

// Emails about leaves: the answer to who asked, and to the family and its teachers what the office entered, changed or took back. Two
// minutes later, or once their reader gets such emails, a leave is compared with how they know it: what is undone or changed back by then
// is told to no one, a change by then is in the first one, and brothers and sisters who are on leave together are in one.

type Row = typeof leaves.$inferSelect
type AskedFor = Pick<Row, "kind" | "classId" | "startsOn" | "endsOn">

/** What emails say of a leave. */
export const askedLeave = (
  actor: Actor,
  student: { firstName: string; lastName: string },
  { kind, classId, startsOn, endsOn }: AskedFor,
) => ({
  schoolName: actor.school.name,
  studentName: fullName(student),
  isEnd: kind === "end",
  startsOn: formatDate(startsOn, "full", actor.school),
  endsOn: endsOn === null ? null : formatDate(endsOn, "full", actor.school),
  className: classId === null ? null : (find(actor, classes, classId)?.name ?? null),
})

/** Emails the answer to who asked; of an approval in two minutes, so that it can be undone unsaid. */
export function tellAnswer(
  actor: Actor,
  student: { firstName: string; lastName: string },
  found: Row,
  isApproved: boolean,
) {
  const asker = select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members, found.memberId ?? ""), isNull(members.deactivatedAt)))
    .get()
  if (asker?.email)
    queueMail({
      template: "leave-answered",
      schoolId: actor.school.id,
      recipient: asker.email,
      data: { ...askedLeave(actor, student, found), recipientName: asker.name, isApproved },
      ...(isApproved ? { heldFor: found.id, dueAt: now() + heldMs } : {}),
    })
}

/** Takes the email of an approval back. False where it has left. */
export function takeAnswerBack(actor: Actor, { id, answeredAt }: Row): boolean {
  if (hasHeldMailLeft(actor.school.id, [id], answeredAt ?? 0)) return false
  takeMailBack(actor.school.id, id)
  return true
}

/** How someone knows a leave: its last day, or null where they know of none; a teacher with their name. */
type Known = { was: Pick<Row, "endsOn"> | null; teacherName?: string }

/**
 * The family and the teachers of a leave, but for who acts, are told in two minutes what is different from how it was; of one that a
 * family asked for, whose answer says so already, the teachers alone.
 */
export function tellLeave(
  actor: Actor,
  leave: Row,
  was: Known["was"],
  teacherIds: readonly string[],
  { isAnswered = false } = {},
) {
  const own = new Set(findOwnAddress(actor))
  const families = isAnswered ? [] : (listContacts(actor, [leave.studentId]).get(leave.studentId) ?? [])
  const tell = (readers: readonly { email: string }[], known: Known) =>
    queueReaderUpdates(
      actor,
      "leave",
      leave.id,
      readers.map(({ email }) => email),
      { known },
    )
  for (const teacher of [...teachersOf(actor, teacherIds).values()].flat())
    if (!own.has(teacher.email)) tell([teacher], { was, teacherName: teacher.name })
  tell(families, { was })
}

/** Writes the letters that are due, one a person of students who are on leave alike, to at most so many people. Answers whether others are left. */
export function tellLeaves(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const present = Math.min(at, now())
  const isNew = ({ waitingSince }: Told) => waitingSince === null
  for (const [recipient, rows] of groupBy(listDueUpdates(actor, "leave", present).filter(isNew), readerOf)) {
    const days = rows.flatMap(({ sessionId }) => find(actor, leaves, sessionId)?.startsOn ?? [])
    const starts = days.map((day) => instantOf(day, "00:00", actor.school.timeZone))
    const soonestAt = Math.min(...starts.filter((start) => start > present))
    const dueAt = changeWaitsUntil({ schoolId: actor.school.id, recipient, soonestAt }, present)
    if (dueAt > present) postponeUpdates(actor, rows, dueAt)
  }
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "leave", at), most)
  const letters = theirs.flatMap((row) => letterOf(actor, row) ?? [])
  const alike = groupBy(letters, ({ recipient, data: { what, startsOn, endsOn, className, forTeacher } }) =>
    JSON.stringify([recipient, what, startsOn, endsOn, className, forTeacher]),
  )
  for (const those of alike.values()) {
    const [first] = those as [(typeof letters)[number]]
    const studentName = joinNames(those.map(({ data }) => data.studentName).sort())
    queueMail({ ...first, data: { ...first.data, studentName, students: those.length } })
  }
  removeUpdates(actor, theirs)
  return isMore
}

const readerOf = ({ reader }: Told) => reader

/** What someone reads of a leave; undefined where they know it as it is. */
function letterOf(actor: Actor, { sessionId, reader, known: text }: Told) {
  const { was, teacherName } = JSON.parse(text) as Known
  const leave = find(actor, leaves, sessionId)
  const student = leave && find(actor, students, leave.studentId)
  if (!leave || !student) return undefined
  const contact = listContacts(actor, [student.id])
    .get(student.id)
    ?.find(({ email }) => email === reader)
  const name = teacherName ?? contact?.name
  const isOff = leave.state !== "approved"
  const what = isOff ? "undone" : was === null ? "recorded" : "changed"
  const isKnown = isOff ? was === null : was?.endsOn === leave.endsOn
  if (name === undefined || isKnown) return undefined
  return {
    template: "leave-told" as const,
    schoolId: actor.school.id,
    recipient: reader,
    soonestAt: instantOf(leave.startsOn, "00:00", actor.school.timeZone),
    data: {
      ...askedLeave(actor, student, leave),
      ...{ recipientName: name, studentId: student.id, what: what as MailData["leave-told"]["what"] },
      ...{ forTeacher: teacherName !== undefined, hasPages: contact?.hasPages ?? true },
    },
  }
}
