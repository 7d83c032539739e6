import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import type { ClosureFacts } from "../closure/closure.server"
import { hasSpentCancelCredit } from "../credit/cancel-credits.server"
import { closeLesson } from "../school-calendar/add-closure.server"
import { restoreSession } from "../session/cancel-session.server"
import type { MovedWithout } from "../session/left-out"
import { listMovingWithout } from "../session/left-out.server"
import { moveTrialDay, wouldBeEmpty } from "../session/lesson-day.server"
import { moveSession } from "../session/move-session.server"
import { listSessionsToTell } from "../session/session-list.server"
import { attendeesOn, checkSlot, findSessionRow } from "../session/slot.server"
import { leaveToldTo } from "../session/told.server"
import type { LessonChoice, NewTime } from "./closure-lesson"
import { closureLessonIds, scheduledIds } from "./list-closure-lessons.server"

export type Settled =
  | { ok: true; moved: number; canceled: number; without: MovedWithout[] }
  /** Nothing was changed: why, by lesson. */
  | { ok: false; reasons: Record<string, string> }

const changed = "This lesson has changed since. Reload the page and choose again."

/** Cancels or moves lessons of a closure as chosen, all or none. No one is told before the office sends the emails. */
export function settleClosure(
  actor: Actor,
  closure: ClosureFacts,
  choices: Readonly<Record<string, LessonChoice>>,
): Settled {
  return allOrNothing((): Settled => {
    const known = new Set(closureLessonIds(actor, closure))
    const without = listWithout(actor, choices, known)
    const done = { moved: 0, canceled: 0 }
    const reasons: Record<string, string> = {}
    for (const [id, chosen] of Object.entries(choices)) {
      if (!known.has(id)) reasons[id] = changed
      if (!known.has(id) || chosen.choice === "stay") continue
      const outcome = carryOut(actor, closure, id, chosen)
      if (!outcome.ok) reasons[id] = outcome.reason
      else if (chosen.choice === "move") done.moved += 1
      else done.canceled += 1
    }
    if (Object.keys(reasons).length > 0) return { ok: false, reasons }
    return { ok: true, ...done, without }
  })
}

/** Cancels the lessons of a closure that still take place, up to a hundred: those that were kept, brought back or scheduled since, too. */
export const cancelAllLessons = (actor: Actor, closure: ClosureFacts): Settled =>
  settleClosure(
    actor,
    closure,
    Object.fromEntries(scheduledIds(actor, closure).map((id) => [id, { choice: "cancel" }])),
  )

/** The lessons that would move to a day on which some of their students aren't enrolled. */
function listWithout(
  actor: Actor,
  choices: Readonly<Record<string, LessonChoice>>,
  known: ReadonlySet<string>,
): MovedWithout[] {
  const moving = Object.entries(choices).flatMap(([id, chosen]) =>
    chosen.choice === "move" && known.has(id) ? [[id, chosen.date] as const] : [],
  )
  const dates = new Map(moving)
  const lessons = listSessionsToTell(actor, [...dates.keys()])
  return listMovingWithout(actor, lessons, ({ id }) => dates.get(id))
}

const refuse = (reason: string) => ({ ok: false as const, reason })

function carryOut(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  chosen: Exclude<LessonChoice, { choice: "stay" }>,
): ItemOutcome {
  return chosen.choice === "move"
    ? moveLesson(actor, closure, sessionId, chosen)
    : cancelLesson(actor, closure, sessionId)
}

/** Cancels a lesson for a closure, without an email yet. */
export function cancelLesson(actor: Actor, closure: ClosureFacts, sessionId: string): ItemOutcome {
  forgetEarlier(actor, closure, sessionId)
  const closed = closeLesson(actor, closure.id, sessionId, closure.name)
  return closed.ok ? { ok: true, note: "Canceled", made: sessionId } : refuse(changed)
}

/**
 * Moves a lesson of a closure to a free time; one that was canceled for it takes place again, with the make-up spots in it.
 * Refused for a clash, leave, other hours and closed days, as every lesson is.
 */
export function moveLesson(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  { date, startTime, roomId }: NewTime,
): ItemOutcome {
  return allOrNothing((): ItemOutcome => {
    const row = findSessionRow(actor, sessionId)
    if (!row || row.registerTakenAt !== null || row.startsAt <= now()) return refuse(changed)
    const slot = { date, startTime, minutes: row.minutes, teacherId: row.teacherId, roomId }
    const empty = wouldBeEmpty(actor, row, date)
    if (empty) return refuse(empty.message)
    const checked = checkSlot(actor, slot, attendeesOn(actor, row, date), {
      exceptSessionId: sessionId,
      classId: row.classId,
    })
    if (!checked.ok) return refuse(Object.values(slotMessages(checked).messages).join(" "))
    if (checked.startsAt <= now()) return refuse("Choose a time in the future.")
    const was = { date: row.localDate, startTime: row.startTime, roomId: row.roomId }
    const movedTo = JSON.stringify({ date, startTime, roomId })
    if (row.state === "cancelled") {
      const refusal = bringBack(actor, closure, sessionId, { ...checked, ...slot, was, movedTo })
      if (refusal) return refuse(refusal)
    } else {
      if (!moveSession(actor, sessionId, slot, { silent: true }).ok) return refuse(changed)
      forgetEarlier(actor, closure, sessionId)
      add(actor, closedLessons, {
        closureId: closure.id,
        sessionId,
        was: JSON.stringify(was),
        movedTo,
      })
    }
    leaveToldTo(actor, sessionId, closure.id)
    const when = `${formatDate(date, "short", actor.school)}, ${formatTime(startTime, actor.school)}`
    return { ok: true, note: `Moved to ${when}`, made: sessionId }
  })
}

/** A lesson that was settled for the closure before, and is back on the schedule since, starts over from where it is. */
function forgetEarlier(actor: Actor, closure: ClosureFacts, sessionId: string) {
  if (findSessionRow(actor, sessionId)?.state !== "planned") return
  remove(
    actor,
    closedLessons,
    and(eq(closedLessons.closureId, closure.id), eq(closedLessons.sessionId, sessionId)),
  )
}

type Target = NewTime & { startsAt: number; endsAt: number; was: NewTime; movedTo: string }

/** Puts a canceled lesson on at another time; answers why it can't be. */
function bringBack(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  { date, startTime, roomId, startsAt, endsAt, was, movedTo }: Target,
): string | undefined {
  const closed = select({ id: closedLessons.id, toldAt: closedLessons.toldAt })
    .from(closedLessons)
    .where(
      and(
        own(actor, closedLessons),
        eq(closedLessons.closureId, closure.id),
        eq(closedLessons.sessionId, sessionId),
      ),
    )
    .get()
  if (!closed) return changed
  if (hasSpentCancelCredit(actor, sessionId)) return "A make-up credit for this lesson is used already."
  const row = findSessionRow(actor, sessionId)
  if (row) moveTrialDay(actor, row, date)
  change(actor, sessions, sessionId, { localDate: date, startTime, roomId, startsAt, endsAt })
  if (!restoreSession(actor, sessionId, undefined, { silent: true }).ok) return changed
  change(actor, closedLessons, closed.id, {
    was: JSON.stringify({ ...was, wasCanceled: closed.toldAt !== null }),
    movedTo,
    toldAt: null,
    silencedAt: null,
  })
  recordEvent(actor, { verb: "move", noun: "session", nounId: sessionId, after: { date, startTime } })
  return undefined
}
