import { transact } from "db/client.server"
import { tasks } from "db/schema/foundation-tasks"
import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, eq, exists, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, hasRow, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { cancelSession } from "../session/cancel-session.server"
import {
  countCanceled,
  countPlanned,
  isIn,
  listPlanned,
  type Period,
  type PlannedLesson,
  type PlannedLessons,
} from "./preview-closure.server"

/** So many lessons are canceled while the person waits; more of them become a task. */
export const lessonsAtOnce = 25

type Closed = {
  closureId: string
  cancelled: number
  left: number
  /** Where many lessons are being canceled. */
  taskId: string | null
}

/**
 * Closes the school for some days (both included): no session is made on them any more. Sessions that exist already
 * stay, unless `cancelSessions`: then those without a register are canceled for the closure's name. Answers how many
 * were canceled and how many stay. No one is told before the office sends the emails; those of closures that were `addedAs`
 * one are one. Many lessons are canceled by a task; the transaction is shorter when they were `planned`, read before. Refused when
 * the days are in the wrong order, when lessons are canceled already for a closure of this name on exactly these days, as after
 * a form sent twice, and when no longer as many lessons would be canceled as were planned.
 */
export function addClosure(
  actor: Actor,
  closure: Period & { name: string; cancelSessions?: boolean },
  { addedAs = null, planned }: { addedAs?: string | null; planned?: PlannedLessons } = {},
): Result<Closed, "wrong-order" | "exists" | "changed"> {
  const { name, startsOn, endsOn } = closure
  if (endsOn < startsOn) return { ok: false, reason: "wrong-order" }
  return transact(() => {
    if (closure.cancelSessions && isCanceledFor(actor, closure)) return { ok: false, reason: "exists" }
    const items = closure.cancelSessions ? (planned?.on(closure) ?? listPlanned(actor, closure)) : []
    if (planned && countCanceled(items) !== planned.canceled) return { ok: false, reason: "changed" }
    const closureId = add(actor, closures, { name, startsOn, endsOn, addedAs })
    recordEvent(actor, "closure.add", closureId, { after: { name, startsOn, endsOn } })
    const closed = { ok: true as const, closureId, taskId: null }
    if (!closure.cancelSessions) return { ...closed, cancelled: 0, left: countPlanned(actor, closure) }
    if (items.length > lessonsAtOnce) {
      const about = { reason: name, closureId, closureName: name }
      const taskId = startTask(actor, { kind: "cancel-lessons", about, items })
      return { ...closed, cancelled: 0, left: 0, taskId }
    }
    const cancelled = items.filter(({ subjectId }) => closeLesson(actor, closureId, subjectId, name).ok)
    return { ...closed, cancelled: cancelled.length, left: items.length - cancelled.length }
  })
}

/** Cancels a lesson for a closure, which remembers it. Its emails wait until the office sends them. */
export function closeLesson(actor: Actor, closureId: string, sessionId: string, reason: string) {
  const answer = cancelSession(actor, sessionId, reason, { silent: true })
  if (answer.ok) add(actor, closedLessons, { closureId, sessionId })
  return answer
}

/** Whether lessons were canceled, or are being, for a closure of the same name and days. */
const isCanceledFor = (actor: Actor, { name, startsOn, endsOn }: Period & { name: string }): boolean =>
  hasRow(
    actor,
    closures,
    and(
      eq(closures.name, name),
      eq(closures.startsOn, startsOn),
      eq(closures.endsOn, endsOn),
      or(
        exists(select().from(closedLessons).where(joined(closures, closedLessons.closureId))),
        exists(
          select()
            .from(tasks)
            .where(
              and(
                own(actor, tasks),
                eq(tasks.kind, "cancel-lessons"),
                eq(sql`${tasks.about} ->> 'closureId'`, closures.id),
              ),
            ),
        ),
      ),
    ),
  )

const refusals = {
  "no-session": "This lesson no longer exists.",
  "has-register": "Attendance is recorded for this lesson.",
  "is-cancelled": "This lesson was already canceled.",
} as const

const ClosureFacts = z.object({ reason: z.string(), closureId: z.string() })
/** Of several closures that were added as one, whose lessons each know their own. */
const About = z.union([ClosureFacts, z.object({ addedAs: z.string() })])

/** Cancels the lessons of closures that were added as one, as a task. */
export function cancelLessonsOf(
  actor: Actor,
  addedAs: string,
  added: readonly (Period & { closureId: string; name: string })[],
  planned: readonly PlannedLesson[],
): string {
  const items = added.flatMap(({ closureId, name: reason, ...period }) =>
    planned.filter(isIn(period)).map((item) => ({
      ...item,
      detail: { reason, closureId },
    })),
  )
  const closureName = joinNames(added.map(({ name }) => name))
  return startTask(actor, { kind: "cancel-lessons", about: { addedAs, closureName }, items })
}

/** The lessons of closures, canceled as a task. */
export const cancelLessonsWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, about, { subjectId, detail }) => {
    const { reason, closureId } = "addedAs" in about ? ClosureFacts.parse(detail) : about
    if (!isClosed(actor, closureId)) return { ok: false, reason: "The closure was removed." }
    const answer = closeLesson(actor, closureId, subjectId, reason)
    if (!answer.ok) return { ok: false, reason: refusals[answer.reason] }
    return { ok: true, note: "Canceled", made: subjectId }
  },
}

const isClosed = (actor: Actor, closureId: string): boolean => hasRow(actor, closures, closureId)
