import { transact } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/own.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { type ClosureFacts, findClosure } from "../closed-days/closed-days.server"
import { withoutText } from "../session/left-out"
import { listSessionItems } from "../session/session-items.server"
import { listSessionsToTell } from "../session/session-list.server"
import { addHolidays } from "./offer-holidays.server"
import type { PublicHoliday } from "./public-holidays"
import {
  cancelLesson,
  closureLessonIds,
  moveLesson,
  noneText,
  proposeTimes,
  whyNone,
} from "./settle-closure.server"

const About = z.object({ closureId: z.string(), cancelRest: z.boolean() })

/** Moves every lesson of a closure to its best free time, as a task. With `cancelRest` those that have none are canceled. */
export function moveAllLessons(actor: Actor, closure: ClosureFacts, cancelRest: boolean): string {
  const ids = closureLessonIds(actor, closure)
  const items = listSessionItems(actor, among(sessions.id, ids))
  const about = { closureId: closure.id, cancelRest, closureName: closure.name }
  return startTask(actor, { kind: "move-lessons", about, items })
}

export const moveLessonsWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 1,
  carryOut: (actor, { closureId, cancelRest }, { subjectId }) => {
    const closure = findClosure(actor, closureId)
    if (!closure) return { ok: false, reason: "The closure was removed." }
    const [session] = listSessionsToTell(actor, [subjectId])
    if (!session) return { ok: false, reason: "This lesson no longer exists." }
    const [best] = proposeTimes(actor, session)
    if (best) {
      const moved = moveLesson(actor, closure, subjectId, best)
      return moved.ok ? { ...moved, note: `${moved.note}${withoutText(best.leftOut)}` } : moved
    }
    const reason = noneText[whyNone(session)]
    if (!cancelRest || session.state === "cancelled") return { ok: false, reason }
    const canceled = cancelLesson(actor, closure, subjectId)
    return canceled.ok ? { ...canceled, note: `Canceled. ${reason}` } : canceled
  },
}

/**
 * Closes the school on each of the days and moves their lessons to the best free times, a task for each day; those that have
 * none are canceled. All days are closed first, so that no lesson moves to another of them. No one is told before the
 * office sends the emails. Refused when any of the days is closed by now.
 */
export const addHolidaysAndMove = (
  actor: Actor,
  holidays: readonly PublicHoliday[],
): ReturnType<typeof addHolidays> =>
  transact(() => {
    const added = addHolidays(actor, holidays)
    if (!added.ok) return added
    const tasks = added.closureIds.flatMap((id) => {
      const closure = findClosure(actor, id)
      return closure && closureLessonIds(actor, closure, 1).length > 0
        ? [moveAllLessons(actor, closure, true)]
        : []
    })
    return { ...added, tasks }
  })
