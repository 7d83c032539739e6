import { transact } from "db/client.server"
import { classes, closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, remove, removeRow, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { type ItemOutcome, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { instantOf } from "~/utils/zones"
import { closureKey } from "../closure/closure.server"
import { hasUsedCredit, SpentCredits, spendAgain } from "../credit/spent-credits.server"
import { restoreSession } from "../session/cancel-session.server"
import { forJoined } from "../session/left-out"
import { makeOpened } from "../session/make-sessions.server"
import { moveSession } from "../session/move-session.server"
import { listSessionsToTell } from "../session/session-list.server"
import { findSessionRow } from "../session/slot.server"
import { gatherChange } from "../session/tell-change.server"
import { tellAfterUndo } from "../session/told.server"
import { lessonsAtOnce } from "./add-closure.server"
import { discardMail, toldOf } from "./closure-mail.server"

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
 * were left out for it are planned. Emails that haven't
 * left are discarded; whoever has one is told. Undefined when there is no such closure.
 */
export function undoClosure(actor: Actor, closureId: string): ClosureUndone | undefined {
  return transact(() => {
    const undone = takeBack(actor, closureId)
    if (undone) releaseUndo(undone.key)
    return undone
  })
}

/** Undoes several closures: whoever has an email about any of them gets one. */
export const undoClosures = (actor: Actor, closureIds: readonly string[]): ClosureUndone[] =>
  transact(() => {
    const undone = closureIds.flatMap((id) => takeBack(actor, id) ?? [])
    for (const key of new Set(undone.map((each) => each.key))) releaseUndo(key)
    return undone
  })

const releaseUndo = (key: string, most = 1_000): number => releaseMail(undoKey(key), most)

/** The same, its emails gathered. */
function takeBack(actor: Actor, closureId: string): (ClosureUndone & { key: string }) | undefined {
  const closure = find(actor, closures, closureId)
  if (!closure) return undefined
  const key = closureKey(closure)
  discardMail(actor, closure)
  const lessons = listClosed(actor, closureId)
  removeRows(actor, closureId)
  const { name, startsOn, endsOn, createdAt } = closure
  const { made: planned, clashes } = makeOpened(actor, { startsOn, endsOn })
  recordEvent(actor, {
    verb: "undo",
    noun: "closure",
    nounId: closureId,
    before: { name, startsOn, endsOn },
    after: { lessons: lessons.length },
  })
  const part = closure.addedAs === null ? undefined : closureId
  const undoing = { key, part, since: createdAt }
  if (lessons.length > lessonsAtOnce) {
    const items = lessons.map(({ sessionId, label, ...detail }) => ({
      subjectId: sessionId,
      name: label,
      detail,
    }))
    const taskId = startTask(actor, {
      kind: "restore-lessons",
      about: { ...undoing, closureName: name },
      items,
    })
    return { name, key, restored: 0, planned, clashes, kept: [], taskId }
  }
  const told = toldOf(actor, undoing)
  const kept = lessons.flatMap(({ sessionId, label, ...detail }) => {
    const done = reopen(actor, { key, closureId, told }, sessionId, detail)
    return done.ok ? [] : [{ name: label, reason: done.reason }]
  })
  return { name, key, restored: lessons.length - kept.length, planned, clashes, kept, taskId: null }
}

/** Removes a closure's rows; the lessons that were canceled for it stay as they are. In the caller's transaction. */
function removeRows(actor: Actor, closureId: string) {
  remove(actor, closedLessons, eq(closedLessons.closureId, closureId))
  return removeRow(actor, closures, closureId)
}

const undoKey = (key: string) => `undo ${key}`

/** Where a moved lesson was, or went. */
export const MovedFrom = z.object({
  date: z.string(),
  startTime: z.string(),
  roomId: z.string().nullable(),
  /** Its people had been told that it is canceled. */
  wasCanceled: z.boolean().default(false),
})
const Detail = z.object({
  spent: SpentCredits,
  was: MovedFrom.nullable(),
  movedTo: MovedFrom.nullable(),
  wasTold: z.boolean(),
})
type Detail = z.output<typeof Detail>

function listClosed(actor: Actor, closureId: string) {
  return select({
    sessionId: closedLessons.sessionId,
    spent: closedLessons.spent,
    was: closedLessons.was,
    movedTo: closedLessons.movedTo,
    toldAt: closedLessons.toldAt,
    className: classes.name,
    localDate: sessions.localDate,
  })
    .from(closedLessons)
    .innerJoin(sessions, joined(sessions, closedLessons.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, closedLessons), eq(closedLessons.closureId, closureId)))
    .orderBy(asc(sessions.startsAt))
    .all()
    .map(({ sessionId, spent, was, movedTo, toldAt, className, localDate }) => ({
      sessionId,
      ...Detail.parse({
        spent: JSON.parse(spent),
        was: was && JSON.parse(was),
        movedTo: movedTo && JSON.parse(movedTo),
        wasTold: toldAt !== null,
      }),
      label: `${className}, ${formatDate(localDate, "short", actor.school)}`,
    }))
}

type Undoing = { key: string; closureId: string; told: ReturnType<typeof toldOf> }

/** Puts one lesson back with the spots in it, or leaves all of it as it is. What moved it before, and waited for this, is told. */
function reopen(actor: Actor, undoing: Undoing, sessionId: string, detail: Detail): ItemOutcome {
  const done = allOrNothing(() => reopenLesson(actor, undoing, sessionId, detail))
  if (detail.was && !detail.wasTold) tellAfterUndo(actor, sessionId, undoing.closureId)
  return done
}

function reopenLesson(
  actor: Actor,
  undoing: Undoing,
  sessionId: string,
  { spent, was, movedTo, wasTold }: Detail,
): ItemOutcome {
  if (was && movedTo) return moveBack(actor, undoing, sessionId, { was, movedTo, wasTold })
  if (findSessionRow(actor, sessionId)?.state !== "cancelled")
    return { ok: false, reason: "This lesson isn’t canceled anymore." }
  if (hasUsedCredit(actor, sessionId))
    return { ok: false, reason: "A make-up credit for this lesson is used already." }
  spendAgain(actor, sessionId, spent)
  const restored = restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true })
  if (!restored.ok) return { ok: false, reason: Object.values(slotMessages(restored).messages).join(" ") }
  const only = wasTold ? undoing.told() : undefined
  if (only && only.size > 0)
    gatherChange(actor, undoKey(undoing.key), "restored", listSessionsToTell(actor, [sessionId]), {
      only,
      withMoves: true,
    })
  return { ok: true, note: "Restored", made: sessionId }
}

type MovedFrom = z.output<typeof MovedFrom>
type Moved = { was: MovedFrom; movedTo: MovedFrom; wasTold: boolean }

/** Puts a moved lesson back on its day. One that was moved again, has begun or has attendance stays. */
function moveBack(
  actor: Actor,
  undoing: Undoing,
  sessionId: string,
  { was, movedTo, wasTold }: Moved,
): ItemOutcome {
  const session = findSessionRow(actor, sessionId)
  const isAsLeft =
    session?.state === "planned" &&
    session.localDate === movedTo.date &&
    session.startTime === movedTo.startTime &&
    session.roomId === movedTo.roomId
  if (!isAsLeft || session.registerTakenAt !== null || session.startsAt <= now())
    return { ok: false, reason: "This lesson has changed since, so it stays as it is." }
  if (instantOf(was.date, was.startTime, actor.school.timeZone) <= now())
    return { ok: false, reason: "Its time on the closed day is over, so it stays moved." }
  const before = listSessionsToTell(actor, [sessionId])
  const { date, startTime, roomId, wasCanceled } = was
  const slot = { date, startTime, roomId, minutes: session.minutes, teacherId: session.teacherId }
  const back = moveSession(actor, sessionId, slot, { silent: true, despiteLeave: true })
  if (!back.ok) return { ok: false, reason: Object.values(slotMessages(back).messages).join(" ") }
  const only = undoing.told()
  const key = undoKey(undoing.key)
  const tell = (change: "moved" | "restored", lessons: typeof before) =>
    only.size > 0 && gatherChange(actor, key, change, lessons, { only })
  const after = listSessionsToTell(actor, [sessionId])
  if (wasTold) {
    tell("moved", before)
    // Whom the move had left out read that it is canceled.
    tell("restored", forJoined(before, after))
  } else if (wasCanceled) tell("restored", after)
  return { ok: true, note: "Moved back", made: sessionId }
}

const Facts = z.object({
  key: z.string(),
  /** The closure, where it was added with others. */
  part: z.string().optional(),
  since: z.number(),
})

/** The lessons of a closure, restored as a task. */
export const restoreLessonsWork: TaskWork<z.output<typeof Facts>> = {
  about: Facts,
  atMost: 2,
  carryOut: (actor, { key, ...about }, { subjectId, detail }) =>
    reopen(
      actor,
      { key, closureId: about.part ?? key, told: toldOf(actor, { key, ...about }) },
      subjectId,
      Detail.parse(detail),
    ),
  close: (actor, taskId) => {
    const about = Facts.safeParse(findTask(actor, taskId)?.about)
    if (!about.success) return false
    return releaseUndo(about.data.key, 50) > 0
  },
}
