import { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { laterOf } from "~/utils/dates"
import { makeSessions, makingHorizon } from "./make-sessions.server"
import { putLessonsBack, Refused, refuseOthers, removeMade } from "./put-lessons-back.server"
import { queueRemovalUpdates, queueUpdates } from "./reader-updates.server"
import { type KeptChange, movedBy } from "./schedule-change.server"
import { listSessionsToTell } from "./session-list.server"
import { settleClashes } from "./settle-clashes.server"

export type ChangeUndone =
  | { ok: true; restored: number }
  | { ok: false; reason: "no-change" }
  | { ok: false; reason: "changed-since" | "attendance" | "begun" }
  | { ok: false; reason: "taken"; clashes: string[] }

/**
 * Puts a weekly time back as it was before a change, with its later lessons, and so the one it was swapped with. Emails that
 * haven't left are discarded; whoever has one is told. Refused, with nothing changed, once the time or one of these lessons was
 * changed again, one has begun or has attendance, or an old time is taken.
 */
export function undoScheduleChange(actor: Actor, classId: string, changeId: string): ChangeUndone {
  try {
    return allOrNothing(() => undo(actor, classId, changeId))
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason }
    throw error
  }
}

function undo(actor: Actor, classId: string, changeId: string): ChangeUndone {
  const found = findChange(actor, { classId, changeId })
  if (!found) return { ok: false, reason: "no-change" }
  const { swap } = found.before
  const swapped = swap && findChange(actor, swap)
  if (swap && !swapped) return { ok: false, reason: "changed-since" }
  const back = [found, ...(swapped ? [swapped] : [])].map((each) => putBack(actor, each))
  const ids = back.flatMap((each) => each.ids)
  const settled = settleClashes(actor, ids)
  if (!settled.ok) return { ok: false, reason: "taken", clashes: settled.clashes }
  for (const each of back) tellUndone(actor, each)
  return { ok: true, restored: ids.length }
}

function findChange(actor: Actor, { classId, changeId }: { classId: string; changeId: string }) {
  const row = ownRows(actor, scheduleChanges)
    .where(and(eq(scheduleChanges.id, changeId), eq(scheduleChanges.classId, classId)))
    .get()
  return row && { ...row, before: JSON.parse(row.before) as KeptChange }
}

type Change = NonNullable<ReturnType<typeof findChange>>

const asBeforeText = "The weekly time is as before."

/** The rule and its lessons as they were, whatever else is booked there by now. */
function putBack(actor: Actor, kept: Change) {
  const { earlierId, before } = kept
  refuseOthers(actor, before)
  const asBefore = listSessionsToTell(actor, movedBy(before.changes))
  const added = listAdded(actor, kept, new Set(before.lessons.map(({ id }) => id)))
  removeMade(actor, added, asBeforeText)
  remove(actor, scheduleChanges, kept.id)
  const { madeUntil } = before
  const ids = putLessonsBack(actor, before)
  change(actor, schedules, earlierId, { madeUntil })
  makeSessions(actor, earlierId, laterOf(madeUntil, makingHorizon(actor)))
  return { kept, ids, asBefore, added }
}

function tellUndone(actor: Actor, { kept, ids, asBefore, added }: ReturnType<typeof putBack>) {
  const { classId, earlierId, fromDate } = kept
  queueUpdates(actor, asBefore, { back: ids })
  queueRemovalUpdates(actor, added, asBeforeText)
  recordEvent(actor, "schedule.undo-change", earlierId, {
    after: { classId, from: fromDate, lessons: ids.length },
  })
}

/** The lessons that the new rule has beside those it took over. */
const listAdded = (
  actor: Actor,
  { scheduleId, fromDate }: Pick<Change, "scheduleId" | "fromDate">,
  known: ReadonlySet<string>,
) =>
  ownRows(actor, sessions)
    .where(and(eq(sessions.scheduleId, scheduleId), gte(sessions.originalDate, fromDate)))
    .all()
    .filter(({ id }) => !known.has(id))
