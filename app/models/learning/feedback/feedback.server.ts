import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { noteReplies } from "db/schema/learning"
import { members, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, inArray, lte, type SQL, sql } from "drizzle-orm"
import { isNoted, noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { sessionsOfStudent } from "~/models/teaching/session/coming-sessions.server"
import type { replyRefusals } from "~/texts/learning/refusals"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { idOfOther } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { Learner } from "../learner/learner"
import { type Feedback, feedbackPageSize, type Reply } from "./feedback"

// The shared summaries of a student's lessons with their replies. The whole group reads a summary; replies
// stay between one student's family and the teachers.

/** The most replies a lesson may have for one student. */
const mostReplies = 60

/** One page of the student's summaries, newest lesson first, and how many there are. */
export function listFeedback(
  actor: Actor,
  learner: Learner,
  page: number,
): { total: number; lessons: Feedback[] } {
  const summaries = lessonsSaid(actor, learner)
  const lessons = select({
    sessionId: sessions.id,
    className: classes.name,
    teacherName: teachers.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    body: noteTextOf("shared", learner.id),
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(summaries)
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(feedbackPageSize)
    .offset((page - 1) * feedbackPageSize)
    .all()
  const replies = listReplies(
    actor,
    inArray(
      noteReplies.sessionId,
      lessons.map(({ sessionId }) => sessionId),
    ),
    eq(noteReplies.studentId, learner.id),
  )
  const bySession = groupBy(replies, ({ sessionId }) => sessionId)
  return {
    // by a column that the index of dates lacks: SQLite would walk through it whole, and not ask by these ids
    total:
      select({ n: count(sessions.classId) })
        .from(sessions)
        .where(summaries)
        .get()?.n ?? 0,
    lessons: lessons.map((lesson) => ({
      ...lesson,
      // whose lesson it is, the page says
      replies: (bySession.get(lesson.sessionId) ?? []).map(({ id, body, by, at, isFamily }) => ({
        id,
        body,
        by,
        at,
        isFamily,
      })),
    })),
  }
}

/** Lessons of the student of which a summary is shared, or was once answered. */
const lessonsSaid = (actor: Actor, learner: Learner): SQL | undefined =>
  and(
    own(actor, sessions),
    lte(sessions.startsAt, now()),
    sessionsOfStudent(actor, learner.id),
    sql`(${isNoted("shared", learner.id)}
      or exists (select 1 from note_replies r where r.school_id = ${sessions.schoolId}
        and r.session_id = ${sessions.id} and r.student_id = ${learner.id}))`,
  )

type ReplyRow = Reply & { sessionId: string; studentName: string }

const listReplies = (actor: Actor, ...which: SQL[]): ReplyRow[] =>
  replyRows(own(actor, noteReplies), ...which)
    .all()
    .map(replyIn)

const replyRows = (...which: SQL[]) =>
  select({
    id: noteReplies.id,
    sessionId: noteReplies.sessionId,
    studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
    body: noteReplies.body,
    by: users.name,
    at: noteReplies.createdAt,
    isFamily: sql<number>`coalesce(${members.role} = 'student', 0)`,
  })
    .from(noteReplies)
    .innerJoin(students, joined(students, noteReplies.studentId))
    .leftJoin(members, joined(members, noteReplies.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(...which))
    .orderBy(asc(noteReplies.createdAt), asc(noteReplies.id))

const replyIn = ({
  isFamily,
  ...row
}: ReturnType<ReturnType<typeof replyRows>["all"]>[number]): ReplyRow => ({
  ...row,
  isFamily: isFamily === 1,
})

/** What was answered to a session's summary, by all its families: for its teacher and the office. */
export const listRepliesToSession = (actor: Actor, sessionId: string): ReplyRow[] =>
  repliesToSession.all(actor, { sessionId }).map(replyIn)

const repliesToSession = query((p: Params<{ sessionId: string }>, own) =>
  replyRows(own(noteReplies), eq(noteReplies.sessionId, p.sessionId)),
)

const replyOf = (actor: Actor, replyId: string) => find(actor, noteReplies, replyId)

/** Answers what was shared of one of the student's lessons. The same reply sent again changes nothing. */
export function replyToNote(
  actor: Actor,
  learner: Learner,
  reply: { entryId: string; sessionId: string; body: string },
): Result<void, keyof typeof replyRefusals> {
  return transact(() => {
    const { entryId, sessionId, body } = reply
    const session = select({ id: sessions.id })
      .from(sessions)
      .where(and(lessonsSaid(actor, learner), eq(sessions.id, sessionId)))
      .get()
    if (!session) return { ok: false, reason: "not-said" }
    const isSame = (reply: ReturnType<typeof replyOf>) =>
      reply?.body === body && reply.sessionId === sessionId && reply.studentId === learner.id
    const first = replyOf(actor, entryId)
    // Someone went back and wrote something else into the same form.
    const id = first && !isSame(first) ? idOfOther(entryId, [learner.id, sessionId, body]) : entryId
    if (replyOf(actor, id)) return { ok: true }
    const before = ownRows(actor, noteReplies, { n: count() })
      .where(and(eq(noteReplies.sessionId, sessionId), eq(noteReplies.studentId, learner.id)))
      .get()
    if ((before?.n ?? 0) >= mostReplies) return { ok: false, reason: "too-many" }
    add(actor, noteReplies, { id, sessionId, studentId: learner.id, memberId: actor.memberId, body })
    recordEvent(actor, "session.reply", sessionId, { after: { studentId: learner.id, body } })
    return { ok: true }
  })
}
