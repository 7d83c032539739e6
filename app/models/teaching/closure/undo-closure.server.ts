import { transact } from "db/client.server"
import { classes, closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, remove, removeRow, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type ItemOutcome, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { restoreSession } from "../session/cancel-session.server"
import type { Clash } from "../session/clash"
import { beforeClosure, findUntold, isAsLeft } from "../session/closure-untold.server"
import { tellWith } from "../session/compose-updates.server"
import { makeOpened } from "../session/make-sessions.server"
import { moveSession } from "../session/move-session.server"
import {
  cancellationKey,
  lettersAtOnce,
  moveToKey,
  queueIfDifferent,
  queueUpdates,
} from "../session/reader-updates.server"
import type { SessionRow } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { findSessionRow } from "../session/slot.server"
import { lessonsAtOnce } from "./add-closure.server"

export type ClosureUndone = {
  name: string
  restored: number
  /** Weekly lessons that were left out for it and are planned now, and how many of them clash. */
  planned: number
  clashes: number
  /** Lessons that stay canceled, with the reason. */
  kept: { name: string; reason: string }[]
  taskId: string | null
}

/**
 * Removes a closure and puts the lessons back that were canceled or moved for it, with the make-up spots in them; weekly lessons that
 * were left out for it are planned. Whoever was told is told of it. Undefined when there is no such closure.
 */
export const undoClosure = (actor: Actor, closureId: string): ClosureUndone | undefined =>
  undoClosures(actor, [closureId])[0]

/** Undoes several closures: whoever was told of any of them gets one email. Many lessons are put back as a task. */
export function undoClosures(actor: Actor, closureIds: readonly string[]): ClosureUndone[] {
  return transact(() => {
    const key = `undo ${closureIds[0]}`
    const removed = closureIds.flatMap((id) => takeBack(actor, key, id) ?? [])
    const items = removed.flatMap(({ lessons }) => lessons)
    if (items.length > lessonsAtOnce) {
      const closureName = joinNames(removed.map(({ name }) => name))
      const taskId = startTask(actor, { kind: "restore-lessons", about: { key, closureName }, items })
      return removed.map(({ lessons: _, ...closure }) => ({ ...closure, restored: 0, kept: [], taskId }))
    }
    const undone = removed.map(({ lessons, ...closure }) => {
      const kept = lessons.flatMap(({ subjectId, name, detail }) => {
        const done = reopen(actor, key, subjectId, detail)
        return done.ok ? [] : [{ name, reason: done.reason }]
      })
      return { ...closure, restored: lessons.length - kept.length, kept, taskId: null }
    })
    tellWith(actor, [key])
    return undone
  })
}

/** Removes a closure; whom no email has told of it yet isn't told any more. Answers its lessons, to be put back. */
function takeBack(actor: Actor, key: string, closureId: string) {
  const closure = find(actor, closures, closureId)
  if (!closure) return undefined
  const { name, startsOn, endsOn } = closure
  const lessons = listClosed(actor, { closureId, closureName: name })
  removeRows(actor, closureId)
  moveToKey(actor, closureId, key)
  const { made: planned, clashes } = makeOpened(actor, { startsOn, endsOn })
  recordEvent(actor, "closure.undo", closureId, {
    before: { name, startsOn, endsOn },
    after: { lessons: lessons.length },
  })
  return { name, planned, clashes, lessons }
}

/** Removes a closure's rows; the lessons that were canceled for it stay as they are. In the caller's transaction. */
function removeRows(actor: Actor, closureId: string) {
  remove(actor, closedLessons, eq(closedLessons.closureId, closureId))
  return removeRow(actor, closures, closureId)
}

/** Where a moved lesson was, or went. */
export const MovedFrom = z.object({
  date: z.string(),
  startTime: z.string(),
  roomId: z.string().nullable(),
  /** Its people had been told that it is canceled. */
  wasCanceled: z.boolean().default(false),
})
const Detail = z.object({
  was: MovedFrom.nullable(),
  movedTo: MovedFrom.nullable(),
  wasTold: z.boolean(),
  closureName: z.string().default(""),
  /** The office had neither told anyone nor decided that no one is told. */
  isUnsent: z.boolean().default(false),
  /** The closure's other lessons at that time, with which it may clash again. */
  besides: z.array(z.string()).default([]),
})
type Detail = z.output<typeof Detail>

function listClosed(actor: Actor, { closureId, closureName }: { closureId: string; closureName: string }) {
  return select({
    ...columns(closedLessons, "sessionId", "was", "movedTo", "toldAt", "silencedAt"),
    className: classes.name,
    ...columns(sessions, "localDate", "startsAt", "endsAt"),
  })
    .from(closedLessons)
    .innerJoin(sessions, joined(sessions, closedLessons.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, closedLessons), eq(closedLessons.closureId, closureId)))
    .orderBy(asc(sessions.startsAt))
    .all()
    .map(({ sessionId, was, movedTo, toldAt, silencedAt, className, localDate, ...at }, _, all) => ({
      subjectId: sessionId,
      name: `${className}, ${formatDate(localDate, "short", actor.school)}`,
      detail: Detail.parse({
        closureName,
        was: was && JSON.parse(was),
        movedTo: movedTo && JSON.parse(movedTo),
        wasTold: toldAt !== null,
        isUnsent: toldAt === null && silencedAt === null,
        besides: all.flatMap((other) =>
          other.startsAt < at.endsAt && at.startsAt < other.endsAt ? [other.sessionId] : [],
        ),
      }),
    }))
}

/**
 * Puts one lesson back with the spots in it, or leaves all of it as it is. Its people are told with a key where they were told of it
 * before, or where it stays as the closure left it without a word; otherwise they learn in two minutes what else they don’t know.
 */
function reopen(actor: Actor, key: string, sessionId: string, detail: Detail): ItemOutcome {
  const lessons = listSessionsToTell(actor, [sessionId])
  const done = allOrNothing(() => reopenLesson(actor, sessionId, detail))
  queueIfDifferent(actor, sessionId, detail.wasTold || detail.was?.wasCanceled ? key : undefined)
  if (done.ok && detail.wasTold) queueUpdates(actor, lessons, { key })
  if (!done.ok && detail.isUnsent) tellStays(actor, key, lessons, detail)
  return done
}

/** What another closure or the end of a class made of a lesson since is told with that, from where its people know it. */
function tellStays(actor: Actor, key: string, lessons: readonly SessionRow[], detail: Detail) {
  const ofOthers = findUntold(actor, lessons)
  for (const lesson of lessons) {
    const isLeft = isAsLeft(lesson, detail.was)
    if (!isLeft && detail.was === null) continue
    const isToldLater = !isLeft || ofOthers.has(lesson.id)
    queueUpdates(
      actor,
      [beforeClosure(actor, lesson, detail.was)],
      isToldLater ? { key: cancellationKey } : { key, why: detail.closureName },
    )
  }
}

function reopenLesson(actor: Actor, sessionId: string, { was, movedTo, besides }: Detail): ItemOutcome {
  if (was && movedTo) return moveBack(actor, sessionId, was, movedTo)
  if (findSessionRow(actor, sessionId)?.state !== "cancelled")
    return { ok: false, reason: "This lesson isn’t canceled anymore." }
  const stood = ({ other }: Clash) => besides.includes(other.id)
  const restored = restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true, stood })
  if (!restored.ok) return { ok: false, reason: Object.values(slotMessages(restored).messages).join(" ") }
  return { ok: true, note: "Restored", made: sessionId }
}

type MovedFrom = z.output<typeof MovedFrom>

/** Puts a moved lesson back on its day. One that was moved again, has begun or has attendance stays. */
function moveBack(actor: Actor, sessionId: string, was: MovedFrom, movedTo: MovedFrom): ItemOutcome {
  const session = findSessionRow(actor, sessionId)
  const isAsLeft =
    session?.state === "planned" &&
    session.localDate === movedTo.date &&
    session.startTime === movedTo.startTime &&
    session.roomId === movedTo.roomId
  if (!isAsLeft || session.registerTakenAt !== null || session.startsAt <= now())
    return { ok: false, reason: "This lesson was changed again, so it isn’t put back." }
  if (instantOf(was.date, was.startTime, actor.school.timeZone) <= now())
    return { ok: false, reason: "Its time on the closed day has passed, so it stays moved." }
  const { date, startTime, roomId } = was
  const slot = { date, startTime, roomId, minutes: session.minutes, teacherId: session.teacherId }
  const back = moveSession(actor, sessionId, slot, { silent: true, despiteLeave: true })
  if (!back.ok) return { ok: false, reason: Object.values(slotMessages(back).messages).join(" ") }
  return { ok: true, note: "Moved back", made: sessionId }
}

const About = z.object({ key: z.string() })

/** The lessons of a closure, restored as a task. */
export const restoreLessonsWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, { key }, { subjectId, detail }) => reopen(actor, key, subjectId, Detail.parse(detail)),
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    return about.success && tellWith(actor, [about.data.key], lettersAtOnce)
  },
}
