import { users } from "db/schema/accounts"
import { members, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { findHeldMail, takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"

// Emails about leaves: the answer to who asked, and to the family and its teachers what the office entered, changed or took back. Those
// wait two minutes, so that what is undone by then is told to no one, and a change by then is in the first one.

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

/** Emails the answer to who asked. */
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
    })
}

/**
 * Emails the family and the teachers of a leave, but for who acts; of one that a family asked for, whose answer says so already, the
 * teachers alone. In the caller's transaction.
 */
export function tellLeave(
  actor: Actor,
  leaveId: string,
  what: "recorded" | "changed" | "undone",
  teachersOf: (actor: Actor, leave: Row) => string[],
  { isAnswered = false } = {},
) {
  const leave = find(actor, leaves, leaveId)
  const student = leave && find(actor, students, leave.studentId)
  if (!leave || !student) return
  const schoolId = actor.school.id
  const key = `leave:${leaveId}`
  const families = isAnswered ? [] : (listContacts(actor, [student.id]).get(student.id) ?? [])
  const staff = listTeachers(actor, teachersOf(actor, leave))
  const readers = [
    ...families.map(({ email, name, hasPages }) => ({ email, name, hasPages, forTeacher: false })),
    ...staff.map((teacher) => ({ ...teacher, hasPages: true, forTeacher: true })),
  ].map((reader) => {
    // One reader’s email may have left while another’s waits for the morning.
    const isUntold = findHeldMail(schoolId, key, "leave-told", reader.email)?.what === "recorded"
    return { ...reader, what: isUntold ? (what === "undone" ? null : "recorded") : what }
  })
  takeMailBack(schoolId, key)
  for (const { email, name, what, ...reader } of readers)
    if (what !== null)
      queueMail({
        template: "leave-told",
        schoolId,
        recipient: email,
        heldFor: key,
        dueAt: now() + heldMs,
        soonestAt: instantOf(leave.startsOn, "00:00", actor.school.timeZone),
        data: {
          ...askedLeave(actor, student, leave),
          ...{ recipientName: name, studentId: student.id, ...reader },
          what,
        },
      })
}

/** Teachers with an address, but for who acts. */
const listTeachers = (actor: Actor, ids: readonly string[]) =>
  select({ name: teachers.name, email: teachers.email, memberId: teachers.memberId })
    .from(teachers)
    .where(
      and(
        own(actor, teachers),
        among(teachers.id, ids),
        isNull(teachers.deactivatedAt),
        isNotNull(teachers.email),
      ),
    )
    .all()
    .flatMap(({ name, email, memberId }) =>
      email && (memberId === null || memberId !== actor.memberId) ? [{ name, email }] : [],
    )
