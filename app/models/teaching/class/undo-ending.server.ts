import { classes, enrollments, schedules } from "db/schema/teaching"
import { classEndings } from "db/schema/teaching-class-endings"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { and, eq, gt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { putLessonsBack, Refused, refuseOthers } from "../session/put-lessons-back.server"
import { queueIfDifferent } from "../session/reader-updates.server"
import { settleClashes } from "../session/settle-clashes.server"
import { findEnd, findEnding, type KeptEnding } from "./end-class.server"
import { tellEndingUndone } from "./ending-letters.server"
import { listRulesOf } from "./find-class.server"
import { partLeft, restoreStays } from "./restore-stays.server"

export type EndingUndone =
  | { ok: true; lessons: number; students: number /** Who has left the school since. */; left: string[] }
  | { ok: false; reason: "no-ending" }
  | { ok: false; reason: "changed-since" | "attendance" | "begun" }
  | { ok: false; reason: "taken"; clashes: string[] }

/**
 * Undoes an ending: the class or the weekly time continues, with its lessons and enrollments exactly as they were. Families
 * who were told get word; an email that hasn't left is discarded. Students who have left the school since stay out. Refused,
 * with nothing changed, once the class, one of its weekly times, a student's enrollment or one of these lessons was changed
 * again, the time of one has passed, or a spot or time is taken.
 */
export function undoEnding(actor: Actor, classId: string, endingId: string): EndingUndone {
  try {
    return allOrNothing(() => undo(actor, classId, endingId))
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason }
    throw error
  }
}

function undo(actor: Actor, classId: string, endingId: string): EndingUndone {
  const ending = findEnding(actor, classId, endingId)
  if (!ending) return { ok: false, reason: "no-ending" }
  const { scheduleId, lastDay, before } = ending
  if (findEnd(actor, classId, scheduleId) !== lastDay) throw new Refused("changed-since")
  // Its lessons would come back beside those of the new weekly time.
  if (hasNewTimes(actor, classId, ending.createdAt)) throw new Refused("changed-since")
  const { back, left } = partLeft(actor, before.stays, ({ was }) => was)
  for (const stay of back) refuseOther(actor, stay)
  refuseOthers(actor, before)
  tellEndingUndone(actor, { ...ending, before: { ...before, stays: back } })
  remove(actor, classEndings, endingId)
  setEnd(actor, classId, scheduleId, null)
  const refusal = restoreStays(
    actor,
    back.map((stay) => stay.was),
  )
  if (refusal) return { ok: false, reason: "taken", clashes: [refusal] }
  const ids = putLessonsBack(actor, before, ending.createdAt)
  for (const { id } of before.lessons) queueIfDifferent(actor, id)
  setEnd(actor, classId, scheduleId, before.endedOn)
  for (const rule of listRulesOf(actor, classId))
    if (!scheduleId || rule.id === scheduleId) makeSessions(actor, rule.id, makingHorizon(actor))
  const settled = settleClashes(actor, ids)
  if (!settled.ok) return { ok: false, reason: "taken", clashes: settled.clashes }
  const facts = {
    before: { endedOn: lastDay },
    after: { lessons: ids.length, students: back.length },
  }
  if (scheduleId) recordEvent(actor, "schedule.undo-end", scheduleId, { ...facts })
  else recordEvent(actor, "class.undo-end", classId, { ...facts })
  return { ok: true, lessons: ids.length, students: back.length, left }
}

/** Whether a weekly time of the class was added or changed since. */
const hasNewTimes = (actor: Actor, classId: string, since: number): boolean =>
  [schedules, scheduleChanges].some((table) =>
    hasRow(actor, table, and(eq(table.classId, classId), gt(table.createdAt, since))),
  )

/** Refuses an enrollment that isn't as the ending left it. */
function refuseOther(actor: Actor, { was, endsOn }: KeptEnding["stays"][number]) {
  const present = find(actor, enrollments, was.id)
  if (!present || present.endsOn !== endsOn) throw new Refused("changed-since")
}

function setEnd(actor: Actor, classId: string, scheduleId: string | null, on: string | null) {
  if (scheduleId) change(actor, schedules, scheduleId, { endsOn: on })
  else change(actor, classes, classId, { endedOn: on })
}
