import { createHash } from "node:crypto"
import { assignments, reports } from "db/schema/learning"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import type { LearntOfStudent } from "~/models/foundation/outbox/lesson-mail-data"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { type Contact, listContacts } from "~/models/people/family/contacts.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import {
  findLessonEmails,
  forgetOldLearning,
  type KnownLearnt,
  type Learnt,
  listDueLearning,
  noteLearningTold,
} from "~/models/teaching/lesson-email/lesson-email.server"
import { sessionsOfStudent } from "~/models/teaching/session/coming-sessions.server"
import { type Row, removeUpdates, takeReaders } from "~/models/teaching/session/reader-updates.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { formatDate, formatDateRange, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { listAssignments } from "../assignment/assignment.server"
import { findLearner } from "../learner/learner.server"

// When its time has come, one letter tells a reader what is new to them: notes of lessons whose attendance is taken, assignments
// and shared reports as they are then. What was deleted or withdrawn before that is in none.

/** Of more assignments, the first are listed. */
const mostListed = 12

/** Writes the letters that are due, one a person, to at most so many people. Answers whether others are left. */
export function writeLessonLetters(actor: Actor, at: number, most: number): boolean {
  const { theirs, isMore } = takeReaders(listDueLearning(actor, at), most)
  // The school turned them off.
  if (findLessonEmails(actor) === "never") removeUpdates(actor, theirs)
  else for (const rows of groupBy(theirs, ({ reader }) => reader).values()) writeTo(actor, rows)
  if (!isMore) forgetOldLearning(actor)
  return isMore
}

/** What a row is about as it is now, where its family may read it, and who answers a reply. */
type Present = {
  text: string
  at: number
  answerTo: string | null
  part: Partial<Pick<LearntOfStudent, "lessons" | "reports">>
}
type Told = { row: Row; learnt: KnownLearnt; present: Present | undefined }

function writeTo(actor: Actor, rows: readonly Row[]) {
  const all = rows.map((row): Told => {
    const learnt = JSON.parse(row.known) as KnownLearnt
    return { row, learnt, present: finders[learnt.kind](actor, learnt) }
  })
  const ids = [...new Set(all.map(({ learnt }) => learnt.studentId))]
  const contacts = listContacts(actor, ids)
  // Who left the family, or has another address now, reads no more of it.
  const contactOf = ({ row, learnt }: Told) =>
    contacts.get(learnt.studentId)?.find(({ email }) => email === row.reader)
  const fresh = all.filter(
    (one) => contactOf(one) && one.present && hashOf(one.present.text) !== one.learnt.was,
  )
  const contact = fresh[0] && contactOf(fresh[0])
  if (contact) send(actor, contact, fresh)
  for (const one of all)
    if (one.present && contactOf(one)) noteLearningTold(actor, one.row, hashOf(one.present.text))
    else removeUpdates(actor, [one.row])
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16)

function send(actor: Actor, { name, email, zone }: Contact, fresh: readonly Told[]) {
  const { id: schoolId, name: schoolName } = actor.school
  const students = [...groupBy(fresh, ({ learnt }) => learnt.studentId)].flatMap(([studentId, those]) => {
    const learner = findLearner(actor, studentId)
    return learner ? [learntOf(actor, { ...learner, zone }, those)] : []
  })
  if (students.length === 0) return
  const latest = [...fresh].sort((a, b) => (b.present?.at ?? 0) - (a.present?.at ?? 0))
  const lessons = fresh.filter(isNote)
  const [only, ...others] = lessons
  queueMail({
    template: "lesson-notes",
    schoolId,
    recipient: email,
    data: {
      schoolName,
      recipientName: name,
      students,
      ...(only && others.length === 0 ? { lessonId: only.learnt.id } : {}),
      // The lesson's teacher rather than whoever assigned or reported something since.
      answerTo:
        [...latest.filter(isNote), ...latest].find(({ present }) => present?.answerTo)?.present?.answerTo ??
        null,
    },
  })
}

const isNote = ({ learnt }: Told) => learnt.kind === "note"

function learntOf(
  actor: Actor,
  { id, firstName, zone }: { id: string; firstName: string; zone: string | null },
  fresh: readonly Told[],
): LearntOfStudent {
  const inOrder = [...fresh].sort((a, b) => (a.present?.at ?? 0) - (b.present?.at ?? 0))
  const { open } = listAssignments(actor, { id })
  const practice = open.slice(0, mostListed).map(({ task, dueOn }) => ({
    task: task.replace(/\s+/g, " ").trim(),
    by: dueOn && formatDate(dueOn, "weekday", actor.school),
  }))
  return {
    studentName: firstName,
    lessons: inOrder.flatMap(({ present }) => present?.part.lessons ?? []),
    practice,
    more: open.length - practice.length,
    hasNewPractice: fresh.some(({ learnt }) => learnt.kind === "assignment"),
    reports: inOrder.flatMap(({ present }) => present?.part.reports ?? []),
    nextLesson: nextLessonOf(actor, id, zone),
  }
}

function nextLessonOf(actor: Actor, studentId: string, zone: string | null) {
  const next = findNextSessions(actor, { resource: "student", ids: [studentId] }).get(studentId)
  const [lesson] = next ? listSessionsToTell(actor, [next.sessionId]) : []
  if (!lesson) return null
  const { localDate, startTime, className, teacherName } = lesson
  const when = [formatDate(localDate, "weekday", actor.school), formatTime(startTime, actor.school)].join(
    ", ",
  )
  return { when: withOwnTime(when, lesson, zone, actor.school), className, teacherName }
}

const finders: Record<Learnt["kind"], (actor: Actor, learnt: KnownLearnt) => Present | undefined> = {
  note: (actor, { id, studentId, was }) => {
    const row = select({
      className: classes.name,
      teacherName: teachers.name,
      answerTo: teachers.memberId,
      localDate: sessions.localDate,
      at: sessions.startsAt,
      note: noteTextOf("shared", studentId),
    })
      .from(sessions)
      .innerJoin(classes, joined(classes, sessions.classId))
      .leftJoin(teachers, joined(teachers, sessions.teacherId))
      .where(
        and(
          own(actor, sessions, id),
          isNotNull(sessions.registerTakenAt),
          sessionsOfStudent(actor, studentId),
        ),
      )
      .get()
    if (!row?.note) return undefined
    const { className, teacherName, localDate, note, at, answerTo } = row
    const day = formatDate(localDate, "weekday", actor.school)
    const lesson = { day, className, teacherName, note, isCorrected: was !== null }
    return { text: note, at, answerTo, part: { lessons: [lesson] } }
  },
  assignment: (actor, { id, studentId }) => {
    const row = ownRows(actor, assignments, {
      task: assignments.task,
      at: assignments.createdAt,
      answerTo: assignments.assignedBy,
    })
      .where(
        and(
          eq(assignments.id, id),
          eq(assignments.studentId, studentId),
          isNull(assignments.withdrawnAt),
          isNull(assignments.doneAt),
        ),
      )
      .get()
    return row && { text: row.task, at: row.at, answerTo: row.answerTo, part: {} }
  },
  report: (actor, { id, studentId }) => {
    const row = ownRows(actor, reports, {
      ...columns(reports, "fromDate", "toDate", "words", "sharedAt"),
      answerTo: reports.authorId,
    })
      .where(and(eq(reports.id, id), eq(reports.studentId, studentId), isNotNull(reports.sharedAt)))
      .get()
    if (!row) return undefined
    const period = formatDateRange(row.fromDate, row.toDate, actor.school)
    return {
      text: period,
      at: row.sharedAt ?? 0,
      answerTo: row.answerTo,
      part: { reports: [{ period, words: row.words }] },
    }
  },
}
