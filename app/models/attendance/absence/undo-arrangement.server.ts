import { transact } from "db/client.server"
import { arrangedLessons, arrangements } from "db/schema/attendance-absences"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { gatherMail } from "~/models/foundation/outbox/gather-mail.server"
import { withMoreArranged } from "~/models/foundation/outbox/lessons-arranged"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { hasUsedCredit, spendAgain } from "~/models/teaching/credit/spent-credits.server"
import { restoreSession } from "~/models/teaching/session/cancel-session.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { acceptAgain } from "~/models/teaching/session/schedule-change.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { tellAfterUndo } from "~/models/teaching/session/told.server"
import type { TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { findTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { replaceText } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { lessonsAtOnce } from "./absence"
import { beginOf, lettersOf, toldLesson } from "./absence-letters.server"
import { Before, forUndo, type LessonOutcome, reasonOf } from "./arrange-lesson.server"
import { stoodBefore } from "./standing-clashes.server"

// Everything that one arrangement did, put back: lessons, credits, spots. Emails that haven't left are taken back; those
// who have theirs are told.

export type Undone =
  | { ok: true; restored: number; kept: { name: string; reason: string }[]; taskId: string | null }
  | { ok: false; reason: "not-found" | "undone" }

/**
 * Undoes an arrangement: each lesson is as it was, booked twice where it was so before. What has changed since stays as it is,
 * and is named.
 */
export function undoArrangement(actor: Actor, timeOffId: string, arrangementId: string): Undone {
  return transact(() => {
    const found = select({ undoneAt: arrangements.undoneAt, createdAt: arrangements.createdAt })
      .from(arrangements)
      .where(and(own(actor, arrangements, arrangementId), eq(arrangements.timeOffId, timeOffId)))
      .get()
    const off = findTimeOff(actor, timeOffId)
    if (!found || !off) return { ok: false, reason: "not-found" }
    if (found.undoneAt !== null) return { ok: false, reason: "undone" }
    change(actor, arrangements, arrangementId, { undoneAt: now() })
    recallMail(actor.school.id, arrangementId, found.createdAt)
    const lessons = listLessons(actor, arrangementId)
    recordEvent(actor, {
      verb: "undo-arrangement",
      noun: "time-off",
      nounId: timeOffId,
      after: { name: off.teacherName, lessons: lessons.length },
    })
    if (lessons.length > lessonsAtOnce) {
      const items = lessons.map(({ id, name }) => ({ subjectId: id, name }))
      const about = { arrangementId, timeOffId, since: found.createdAt }
      return {
        ok: true,
        restored: 0,
        kept: [],
        taskId: startTask(actor, { kind: "undo-arrangement", about, items }),
      }
    }
    const kept = lessons.flatMap(({ id, name }) => {
      const done = putBack(actor, { off, arrangementId, since: found.createdAt }, id)
      return done.ok ? [] : [{ name, reason: done.reason }]
    })
    releaseMail(undoKey(arrangementId), 1_000)
    return { ok: true, restored: lessons.length - kept.length, kept, taskId: null }
  })
}

const undoKey = (arrangementId: string) => `undo ${arrangementId}`

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

type Undoing = { off: TimeOff; arrangementId: string; since: number }

const since = "This lesson has changed since, so it stays as it is."

/** Puts one lesson back as it was, with the credits that were spent on it, or leaves all of it as it is. */
const putBack = (actor: Actor, undoing: Undoing, rowId: string): LessonOutcome =>
  allOrNothing(() => putLessonBack(actor, undoing, rowId))

function putLessonBack(
  actor: Actor,
  { off, arrangementId, since: from }: Undoing,
  rowId: string,
): LessonOutcome {
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
  if (after === null && hasUsedCredit(actor, session.id))
    return { ok: false, reason: "A make-up credit for this lesson is used already." }
  const [asTold] = after === null ? [] : listSessionsToTell(actor, [session.id])
  const { spent, place, kept, standing = [], accepted = [], ...slot } = before
  const stood = stoodBefore(actor, arrangementId, session.id, standing)
  const silently = { silent: true, despiteLeave: true, stood }
  if (after === null) spendAgain(actor, session.id, spent)
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
  const substituteId = after?.place ? after.place.by : (after?.teacherId ?? null)
  const readers = listMailed(actor.school.id, arrangementId, from)
  const unread = asTold
    ? tellAfterUndo(actor, session.id, arrangementId, { readers, as: asTold })
    : new Set<string>()
  const only = new Set([...readers].filter((reader) => !unread.has(reader)))
  tellThoseWhoKnow(actor, { off, arrangementId, only }, session.id, substituteId)
  return { ok: true, note: "Restored" }
}

const hasPlace = (
  actor: Actor,
  sessionId: string,
  place: { teacherId: string; by: string | null } | undefined,
) =>
  place === undefined ||
  listCoPlaces(actor, sessionId).some(({ teacherId, by }) => teacherId === place.teacherId && by === place.by)

/** Gathers letters for those whose email about the arrangement has left, and who knew the lesson as it was before. */
function tellThoseWhoKnow(
  actor: Actor,
  { off, arrangementId, only }: Pick<Undoing, "off" | "arrangementId"> & { only: ReadonlySet<string> },
  sessionId: string,
  substituteId: string | null,
) {
  const told = toldLesson(actor, sessionId, off.teacherId)
  if (!told) return
  if (only.size === 0) return
  const substitute = substituteId && substituteId !== off.teacherId ? { id: substituteId, name: "" } : null
  const lesson = {
    ...told,
    choice: "undone" as const,
    substitute,
    to: null,
    isCharged: false,
    creditUntil: null,
    openAgain: () => undefined,
  }
  const soonestAt = beginOf(actor, lesson)
  for (const { recipient, data } of lettersOf(actor, off, [lesson]))
    if (only.has(recipient))
      gatherMail(
        undoKey(arrangementId),
        { template: "lessons-arranged", data, schoolId: actor.school.id, recipient, soonestAt },
        withMoreArranged,
      )
}

const About = z.object({ arrangementId: z.string(), timeOffId: z.string(), since: z.number() })

/** An arrangement of many lessons, undone as a task. */
export const undoArrangementWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, { arrangementId, timeOffId, since: from }, { subjectId }) => {
    const off = findTimeOff(actor, timeOffId)
    if (!off) return { ok: false, reason: since }
    const done = putBack(actor, { off, arrangementId, since: from }, subjectId)
    return done.ok ? { ok: true, note: done.note } : done
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && releaseMail(undoKey(about.data.arrangementId), 50) > 0
  },
}
