import { students } from "db/schema/people"
import { moveAnswers } from "db/schema/teaching-move-answers"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"

// A lesson that was moved asks each family whether the new time works. Confirmed, it stays; declined, the family reports an
// absence, which follows the school's rules. A lesson moved again asks again: an answer is to one start.

type Answer = "confirmed" | "declined"

/** A lesson that isn't where it was first meant to be. A new weekly time is no move. */
const isMoved = sql`(${sessions.localDate} <> ${sessions.originalDate} or ${sessions.startTime} <> ${sessions.originalStartTime})`

/** What a lesson to come was before it was moved, and the family's answer; undefined where it wasn't moved. */
export function findMove(actor: Actor, sessionId: string, studentId: string) {
  return select({
    date: sessions.originalDate,
    startTime: sessions.originalStartTime,
    startsAt: sessions.startsAt,
    answer: moveAnswers.answer,
  })
    .from(sessions)
    .leftJoin(
      moveAnswers,
      and(
        joined(moveAnswers.sessionId, sessions.id),
        eq(moveAnswers.studentId, studentId),
        eq(moveAnswers.startsAt, sessions.startsAt),
      ),
    )
    .where(
      and(
        own(actor, sessions, sessionId),
        isMoved,
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        gt(sessions.startsAt, now()),
      ),
    )
    .get()
}

/** Moved lessons of these students that wait for an answer, the soonest first. */
export const listMovesToAnswer = (actor: Actor, studentIds: readonly string[]) =>
  toAnswerQuery.all(actor, { studentIds: JSON.stringify(studentIds), now: now() })

const toAnswerQuery = query((p: Params<{ studentIds: string; now: number }>, own) =>
  select({
    sessionId: sessions.id,
    studentId: bookings.resourceId,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    wasDate: sessions.originalDate,
    wasTime: sessions.originalStartTime,
  })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .leftJoin(
      moveAnswers,
      and(
        joined(moveAnswers.sessionId, sessions.id),
        eq(moveAnswers.studentId, bookings.resourceId),
        eq(moveAnswers.startsAt, sessions.startsAt),
      ),
    )
    .leftJoin(seats, and(joined(seats.sessionId, sessions.id), eq(seats.studentId, bookings.resourceId)))
    .where(
      and(
        own(bookings),
        eq(bookings.resource, "student"),
        among(bookings.resourceId, p.studentIds),
        gt(bookings.startsAt, p.now),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        isMoved,
        isNull(moveAnswers.id),
        isNull(seats.noticeAt),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(20),
)

/** Keeps what the family says to a moved lesson, once for each time it has; nothing where it wasn't moved. */
export function answerMove(actor: Actor, sessionId: string, studentId: string, answer: Answer): boolean {
  const move = findMove(actor, sessionId, studentId)
  if (!move) return false
  if (move.answer === answer) return true
  const student = ownRows(actor, students, ["firstName", "lastName"]).where(eq(students.id, studentId)).get()
  addOrChange(
    actor,
    moveAnswers,
    {
      sessionId,
      studentId,
      startsAt: move.startsAt,
      answer,
      answeredBy: actor.memberId,
    },
    {
      as: [moveAnswers.sessionId, moveAnswers.studentId, moveAnswers.startsAt],
      to: { answer, answeredBy: actor.memberId },
    },
  )
  recordEvent(actor, answer === "confirmed" ? "session.confirm-move" : "session.decline-move", sessionId, {
    after: { name: student ? fullName(student) : "a student", studentId, startsAt: move.startsAt },
  })
  return true
}

/** Who confirmed or declined the time that a lesson has now, by name. */
export function listMoveAnswers(actor: Actor, session: { id: string; startsAt: number }) {
  const rows = answersQuery.all(actor, { sessionId: session.id, startsAt: session.startsAt })
  const named = (answer: Answer) => rows.filter((row) => row.answer === answer).map(fullName)
  return { confirmed: named("confirmed"), declined: named("declined") }
}

const answersQuery = query((p: Params<{ sessionId: string; startsAt: number }>, own) =>
  select({ answer: moveAnswers.answer, firstName: students.firstName, lastName: students.lastName })
    .from(moveAnswers)
    .innerJoin(students, joined(students, moveAnswers.studentId))
    .where(
      and(own(moveAnswers), eq(moveAnswers.sessionId, p.sessionId), eq(moveAnswers.startsAt, p.startsAt)),
    )
    .orderBy(sql`${students.lastName} collate nocase`, asc(students.id)),
)
