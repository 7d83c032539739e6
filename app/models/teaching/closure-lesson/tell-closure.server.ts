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
import { type ClosureFacts, closureKey, findClosure, listAddedWith } from "../closure/closure.server"
import { SpentCredits } from "../credit/spent-credits.server"
import { lessonsAtOnce, movedKey } from "../school-calendar/add-closure.server"
import { MovedFrom } from "../school-calendar/undo-closure.server"
import { type SessionRow, sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { gatherChange } from "../session/tell-change.server"

// What families and teachers read of the lessons that an office settled one by one. Nothing is sent until it says so; then each
// person gets one email with the moved lessons and one with the canceled ones, as they are by then.

const untold = (actor: Actor, closureIds: readonly string[]) =>
  and(
    own(actor, closedLessons),
    inArray(closedLessons.closureId, [...closureIds]),
    isNull(closedLessons.toldAt),
  )

const together = (actor: Actor, closure: ClosureFacts): ClosureFacts[] => [
  closure,
  ...listAddedWith(actor, closure),
]

/** How many lessons of a closure are canceled or moved without an email yet, with those of closures that were added with it. */
export function countUntold(actor: Actor, closure: ClosureFacts): { lessons: number; closures: number } {
  const rows = db()
    .select({ closureId: closedLessons.closureId, n: count() })
    .from(closedLessons)
    .where(
      untold(
        actor,
        together(actor, closure).map(({ id }) => id),
      ),
    )
    .groupBy(closedLessons.closureId)
    .all()
  return { lessons: rows.reduce((sum, { n }) => sum + n, 0), closures: rows.length }
}

/**
 * Sends the emails that wait for a closure and for those that were added with it. Answers how many lessons they are about; those of
 * many lessons leave as a task.
 */
export function tellClosure(actor: Actor, closure: ClosureFacts): { lessons: number; taskId: string | null } {
  return transact(() => {
    const closures = new Map(together(actor, closure).map((each) => [each.id, each]))
    const waiting = db()
      .select({ sessionId: closedLessons.sessionId, closureId: closedLessons.closureId })
      .from(closedLessons)
      .where(untold(actor, [...closures.keys()]))
      .orderBy(asc(closedLessons.createdAt), asc(closedLessons.id))
      .all()
    if (waiting.length > lessonsAtOnce) {
      const closureOf = new Map(waiting.map(({ sessionId, closureId }) => [sessionId, closureId]))
      const items = listSessionsToTell(actor, [...closureOf.keys()]).map((session) => ({
        subjectId: session.id,
        name: sessionTitle(session),
        detail: { closureId: closureOf.get(session.id) },
      }))
      const about = { closureId: closure.id, key: closureKey(closure) }
      return { lessons: waiting.length, taskId: startTask(actor, { kind: "tell-closure", about, items }) }
    }
    for (const { sessionId, closureId } of waiting)
      tellLesson(actor, closures.get(closureId) ?? closure, sessionId)
    releaseAll(closureKey(closure), 1_000)
    return { lessons: waiting.length, taskId: null }
  })
}

const releaseAll = (key: string, most: number) => releaseMail(key, most) + releaseMail(movedKey(key), most)

/** Adds a lesson to the emails about its closure. One that changed again since is left out: its people know. */
function tellLesson(actor: Actor, closure: ClosureFacts, sessionId: string): boolean {
  const closed = db()
    .select()
    .from(closedLessons)
    .where(and(untold(actor, [closure.id]), eq(closedLessons.sessionId, sessionId)))
    .get()
  const [session] = listSessionsToTell(actor, [sessionId])
  if (!closed || !session) return false
  db()
    .update(closedLessons)
    .set({ toldAt: now() })
    .where(own(actor, closedLessons, closed.id))
    .run()
  const [key, part] = [closureKey(closure), closure.addedAs === null ? undefined : closure.id]
  const reason = closure.name
  if (closed.was === null) {
    if (session.state !== "cancelled") return false
    const credits = SpentCredits.parse(JSON.parse(closed.spent))
    const told = [withThoseOf(actor, session, credits)]
    gatherChange(actor, key, "cancelled", told, { reason, spent: [{ sessionId, credits }], part })
    return true
  }
  if (session.state !== "planned") return false
  const { date: localDate, startTime, roomId } = MovedFrom.parse(JSON.parse(closed.was))
  const startsAt = instantOf(localDate, startTime, actor.school.timeZone)
  const before = { ...session, localDate, startTime, startsAt, roomId, roomName: roomNameOf(actor, roomId) }
  gatherChange(actor, movedKey(key), "moved", [before], { reason, part })
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
      id,
      name: fullName(student),
      enrollmentId: null,
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

const Facts = z.object({ closureId: z.string() })
const About = Facts.extend({ key: z.string() })

/** The emails about many lessons, gathered as a task: each person still gets one of a kind. */
export const tellClosureWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, about, { subjectId, detail }) => {
    const closure = findClosure(actor, (detail === null ? about : Facts.parse(detail)).closureId)
    if (!closure) return { ok: false, reason: "The closure was removed." }
    return tellLesson(actor, closure, subjectId)
      ? { ok: true, note: "Emailed", made: subjectId }
      : { ok: false, reason: "This lesson has changed since." }
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && releaseAll(about.data.key, 50) > 0
  },
}
