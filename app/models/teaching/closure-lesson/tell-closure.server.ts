import { db, transact } from "db/client.server"
import { students } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, asc, count, eq, inArray, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { SpentCredits } from "../credit/spent-credits.server"
import { lessonsAtOnce, movedKey } from "../school-calendar/add-closure.server"
import { MovedFrom } from "../school-calendar/undo-closure.server"
import { type SessionRow, sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { gatherChange } from "../session/tell-change.server"
import { type ClosureFacts, findClosure } from "./list-closure-lessons.server"

// What families and teachers read of the lessons that an office settled one by one. Nothing is sent until it says so; then each
// person gets one email with the moved lessons and one with the canceled ones, as they are by then.

const untold = (actor: Actor, closureId: string) =>
  and(own(actor, closedLessons), eq(closedLessons.closureId, closureId), isNull(closedLessons.toldAt))

/** How many lessons of a closure are canceled or moved without an email yet. */
export const countUntold = (actor: Actor, closureId: string): number =>
  db().select({ n: count() }).from(closedLessons).where(untold(actor, closureId)).get()?.n ?? 0

/** Sends the emails that wait for a closure. Answers how many lessons they are about; those of many lessons leave as a task. */
export function tellClosure(actor: Actor, closure: ClosureFacts): { lessons: number; taskId: string | null } {
  return transact(() => {
    const ids = db()
      .select({ sessionId: closedLessons.sessionId })
      .from(closedLessons)
      .where(untold(actor, closure.id))
      .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
      .all()
      .map(({ sessionId }) => sessionId)
    if (ids.length > lessonsAtOnce) {
      const items = listSessionsToTell(actor, ids).map((session) => ({
        subjectId: session.id,
        name: sessionTitle(session),
      }))
      const about = { closureId: closure.id }
      return { lessons: ids.length, taskId: startTask(actor, { kind: "tell-closure", about, items }) }
    }
    for (const id of ids) tellLesson(actor, closure, id)
    releaseAll(closure.id, 1_000)
    return { lessons: ids.length, taskId: null }
  })
}

const releaseAll = (closureId: string, most: number) =>
  releaseMail(closureId, most) + releaseMail(movedKey(closureId), most)

/** Adds a lesson to the emails about its closure. One that changed again since is left out: its people know. */
function tellLesson(actor: Actor, closure: ClosureFacts, sessionId: string): boolean {
  const closed = db()
    .select()
    .from(closedLessons)
    .where(and(untold(actor, closure.id), eq(closedLessons.sessionId, sessionId)))
    .get()
  const [session] = listSessionsToTell(actor, [sessionId])
  if (!closed || !session) return false
  db()
    .update(closedLessons)
    .set({ toldAt: now() })
    .where(own(actor, closedLessons, closed.id))
    .run()
  const reason = closure.name
  if (closed.was === null) {
    if (session.state !== "cancelled") return false
    const credits = SpentCredits.parse(JSON.parse(closed.spent))
    const told = [withThoseOf(actor, session, credits)]
    gatherChange(actor, closure.id, "cancelled", told, { reason, spent: [{ sessionId, credits }] })
    return true
  }
  if (session.state !== "planned") return false
  const { date: localDate, startTime, roomId } = MovedFrom.parse(JSON.parse(closed.was))
  const startsAt = instantOf(localDate, startTime, actor.school.timeZone)
  const before = { ...session, localDate, startTime, startsAt, roomId, roomName: roomNameOf(actor, roomId) }
  gatherChange(actor, movedKey(closure.id), "moved", [before], { reason })
  return true
}

/** A canceled lesson with those, too, whose spots in it went when their make-up credits were opened again. */
function withThoseOf(actor: Actor, session: SessionRow, credits: SpentCredits): SessionRow {
  const missing = credits
    .map(({ studentId }) => studentId)
    .filter((id) => !session.students.some((student) => student.id === id))
  if (missing.length === 0) return session
  const found = db()
    .select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(and(own(actor, students), inArray(students.id, missing)))
    .all()
    .map(({ id, ...student }) => ({
      ...{ id, name: fullName(student), enrollmentId: null },
      kind: "make_up" as const,
    }))
  return { ...session, students: [...session.students, ...found] }
}

const roomNameOf = (actor: Actor, roomId: string | null): string | null =>
  roomId === null
    ? null
    : (db()
        .select({ name: rooms.name })
        .from(rooms)
        .where(own(actor, rooms, roomId))
        .get()?.name ?? null)

const About = z.object({ closureId: z.string() })

/** The emails about many lessons, gathered as a task: each person still gets one of a kind. */
export const tellClosureWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, { closureId }, { subjectId }) => {
    const closure = findClosure(actor, closureId)
    if (!closure) return { ok: false, reason: "The closure was removed." }
    return tellLesson(actor, closure, subjectId)
      ? { ok: true, note: "Emailed", made: subjectId }
      : { ok: false, reason: "This lesson has changed since." }
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && releaseAll(about.data.closureId, 50) > 0
  },
}
