import { transact } from "db/client.server"
import { arrangedLessons, arrangements } from "db/schema/attendance-absences"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { hasSpentCancelCredit } from "~/models/teaching/credit/cancel-credits.server"
import { restoreSession } from "~/models/teaching/session/cancel-session.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import {
  holdKey,
  isKeyUnsent,
  lettersAtOnce,
  queueIfDifferent,
  queueUndoUpdates,
  releaseKey,
} from "~/models/teaching/session/reader-updates.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { acceptAgain } from "~/models/teaching/session/schedule-change.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { findTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { replaceText } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { lessonsAtOnce } from "./absence"
import { Before, forUndo, type LessonOutcome, reasonOf, stoodBefore } from "./arrange-lesson.server"
import { tellUndone, undoneKey } from "./tell-arranged.server"

// Everything that one arrangement did, put back: lessons, credits, spots. Those who were told of it are told of that, too.

export type Undone =
  | { ok: true; restored: number; kept: { name: string; reason: string }[]; taskId: string | null }
  | { ok: false; reason: "not-found" | "undone" }

/**
 * Undoes an arrangement: each lesson is as it was, booked twice where it was so before. What has changed since stays as it is,
 * and is named.
 */
export function undoArrangement(actor: Actor, timeOffId: string, arrangementId: string): Undone {
  return transact(() => {
    const found = ownRows(actor, arrangements, ["undoneAt"])
      .where(and(eq(arrangements.id, arrangementId), eq(arrangements.timeOffId, timeOffId)))
      .get()
    const off = findTimeOff(actor, timeOffId)
    if (!found || !off) return { ok: false, reason: "not-found" }
    if (found.undoneAt !== null) return { ok: false, reason: "undone" }
    change(actor, arrangements, arrangementId, { undoneAt: now() })
    const wasTold = !isKeyUnsent(actor, arrangementId)
    // Until each lesson is put back, its letter would say what no longer is.
    holdKey(actor, arrangementId)
    const lessons = listLessons(actor, arrangementId)
    recordEvent(actor, "time-off.undo-arrangement", timeOffId, {
      after: { name: off.teacherName, lessons: lessons.length },
    })
    if (lessons.length > lessonsAtOnce) {
      const items = lessons.map(({ id, name }) => ({ subjectId: id, name }))
      const about = { arrangementId, timeOffId, wasTold }
      return {
        ok: true,
        restored: 0,
        kept: [],
        taskId: startTask(actor, { kind: "undo-arrangement", about, items }),
      }
    }
    const kept = lessons.flatMap(({ id, name }) => {
      const done = putBack(actor, { arrangementId, wasTold }, id)
      return done.ok ? [] : [{ name, reason: done.reason }]
    })
    tellUndone(actor, off, arrangementId)
    return { ok: true, restored: lessons.length - kept.length, kept, taskId: null }
  })
}

/** The lessons of an arrangement that are still as it left them, the last to be arranged first: each frees a time for the next. */
function listLessons(actor: Actor, arrangementId: string) {
  return select({ id: arrangedLessons.id, className: classes.name, localDate: sessions.localDate })
    .from(arrangedLessons)
    .innerJoin(sessions, joined(sessions, arrangedLessons.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, arrangedLessons),
        eq(arrangedLessons.arrangementId, arrangementId),
        isNull(arrangedLessons.undoneAt),
      ),
    )
    .orderBy(desc(arrangedLessons.createdAt), asc(sessions.startsAt))
    .all()
    .map(({ id, className, localDate }) => ({
      id,
      name: `${className}, ${formatDate(localDate, "short", actor.school)}`,
    }))
}

const since = "This lesson was changed again, so it isn’t put back."

/**
 * Puts one lesson back as it was, with the credits that were spent on it, or leaves all of it as it is. Whoever was told of it is told so
 * with the others; who wasn't learns what else they don't know.
 */
function putBack(
  actor: Actor,
  { arrangementId, wasTold }: Pick<About, "arrangementId" | "wasTold">,
  rowId: string,
): LessonOutcome {
  const sessionId = find(actor, arrangedLessons, rowId)?.sessionId ?? ""
  const [was] = listSessionsToTell(actor, [sessionId])
  const done = allOrNothing(() => putLessonBack(actor, arrangementId, rowId))
  const [is] = done.ok && wasTold ? listSessionsToTell(actor, [sessionId]) : []
  if (was && is) queueUndoUpdates(actor, was, is, { toldAs: arrangementId, key: undoneKey(arrangementId) })
  else queueIfDifferent(actor, sessionId)
  return done
}

function putLessonBack(actor: Actor, arrangementId: string, rowId: string): LessonOutcome {
  const row = find(actor, arrangedLessons, rowId)
  const session = row && findSessionRow(actor, row.sessionId)
  if (!row || !session) return { ok: false, reason: since }
  const before = Before.parse(JSON.parse(row.before))
  const after = row.after === null ? null : Before.omit(forUndo).parse(JSON.parse(row.after))
  const isAsLeft =
    after === null
      ? session.state === "cancelled"
      : session.state === "planned" &&
        session.localDate === after.date &&
        session.startTime === after.startTime &&
        session.teacherId === after.teacherId &&
        session.roomId === after.roomId &&
        hasPlace(actor, session.id, after.place)
  if (!isAsLeft || session.registerTakenAt !== null || session.startsAt <= now())
    return { ok: false, reason: since }
  if (after === null && hasSpentCancelCredit(actor, session.id))
    return { ok: false, reason: "A make-up credit for this lesson was already used." }
  const { place, kept, standing = [], accepted = [], letter: _, ...slot } = before
  const stood = stoodBefore(actor, arrangementId, session.id, standing)
  const silently = { silent: true, despiteLeave: true, stood }
  const given = place && replaceCoTeacher(actor, session.id, place, silently)
  if (given && !given.ok) return { ok: false, reason: replaceText(given) }
  const done = place
    ? undefined
    : after === null
      ? restoreSession(actor, session.id, undefined, silently)
      : moveSession(actor, session.id, slot, { ...silently, back: kept })
  if (done && !done.ok) return { ok: false, reason: reasonOf(done) }
  acceptAgain(actor, accepted)
  change(actor, arrangedLessons, rowId, { undoneAt: now() })
  return { ok: true, note: "Restored" }
}

const hasPlace = (
  actor: Actor,
  sessionId: string,
  place: { teacherId: string; by: string | null } | undefined,
) =>
  place === undefined ||
  listCoPlaces(actor, sessionId).some(({ teacherId, by }) => teacherId === place.teacherId && by === place.by)

const About = z.object({
  arrangementId: z.string(),
  timeOffId: z.string(),
  wasTold: z.boolean().default(true),
})
type About = z.output<typeof About>

/** An arrangement of many lessons, undone as a task. */
export const undoArrangementWork: TaskWork<About> = {
  about: About,
  atMost: 2,
  carryOut: (actor, about, { subjectId }) => {
    const done = putBack(actor, about, subjectId)
    return done.ok ? { ok: true, note: done.note } : done
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    const off = about.success && findTimeOff(actor, about.data.timeOffId)
    if (!off) return false
    // Those that weren't put back when it was stopped.
    releaseKey(actor, about.data.arrangementId)
    return tellUndone(actor, off, about.data.arrangementId, lettersAtOnce)
  },
}
