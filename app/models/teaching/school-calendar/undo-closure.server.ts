import { db, transact } from "db/client.server"
import { classes, closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { releaseMail } from "~/models/foundation/outbox/outbox.server"
import { listMailed, recallMail } from "~/models/foundation/outbox/recall-mail.server"
import { type ItemOutcome, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { formatDate } from "~/utils/date-text"
import { hasUsedCredit, SpentCredits, spendAgain } from "../credit/spent-credits.server"
import { restoreSession } from "../session/cancel-session.server"
import { listSessionsToTell } from "../session/session-list.server"
import { findSessionRow } from "../session/slot.server"
import { slotMessages } from "../session/slot-refusals"
import { gatherChange } from "../session/tell-change.server"
import { lessonsAtOnce } from "./add-closure.server"

export type ClosureUndone = {
  name: string
  restored: number
  /** Lessons that stay canceled, with the reason. */
  kept: { name: string; reason: string }[]
  taskId: string | null
}

/**
 * Removes a closure and restores the lessons that were canceled for it, with the make-up spots in them. Emails that haven't
 * left are discarded; whoever has one is told. Undefined when there is no such closure.
 */
export function undoClosure(actor: Actor, closureId: string): ClosureUndone | undefined {
  return transact(() => {
    const closure = db()
      .select()
      .from(closures)
      .where(own(actor, closures, closureId))
      .get()
    if (!closure) return undefined
    recallMail(actor.school.id, closureId, closure.createdAt)
    const lessons = listClosed(actor, closureId)
    removeRows(actor, closureId)
    const { name, startsOn, endsOn, createdAt } = closure
    recordEvent(actor, {
      verb: "undo",
      noun: "closure",
      nounId: closureId,
      before: { name, startsOn, endsOn },
      after: { lessons: lessons.length },
    })
    if (lessons.length > lessonsAtOnce) {
      const items = lessons.map(({ sessionId, spent, label }) => ({
        subjectId: sessionId,
        name: label,
        detail: { spent },
      }))
      const about = { closureId, since: createdAt }
      return {
        name,
        restored: 0,
        kept: [],
        taskId: startTask(actor, { kind: "restore-lessons", about, items }),
      }
    }
    const kept = lessons.flatMap(({ sessionId, spent, label }) => {
      const done = reopen(actor, { closureId, since: createdAt }, sessionId, spent)
      return done.ok ? [] : [{ name: label, reason: done.reason }]
    })
    releaseMail(undoKey(closureId), 1_000)
    return { name, restored: lessons.length - kept.length, kept, taskId: null }
  })
}

/** Removes a closure's rows; the lessons that were canceled for it stay as they are. In the caller's transaction. */
function removeRows(actor: Actor, closureId: string) {
  db()
    .delete(closedLessons)
    .where(and(own(actor, closedLessons), eq(closedLessons.closureId, closureId)))
    .run()
  return db()
    .delete(closures)
    .where(own(actor, closures, closureId))
    .returning()
    .get()
}

const undoKey = (closureId: string) => `undo ${closureId}`

function listClosed(actor: Actor, closureId: string) {
  return db()
    .select({
      sessionId: closedLessons.sessionId,
      spent: closedLessons.spent,
      className: classes.name,
      localDate: sessions.localDate,
    })
    .from(closedLessons)
    .innerJoin(sessions, joined(sessions, closedLessons.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, closedLessons), eq(closedLessons.closureId, closureId)))
    .orderBy(asc(sessions.startsAt))
    .all()
    .map(({ sessionId, spent, className, localDate }) => ({
      sessionId,
      spent: SpentCredits.parse(JSON.parse(spent)),
      label: `${className}, ${formatDate(localDate, "short", actor.school)}`,
    }))
}

type Undoing = { closureId: string; since: number }

function reopen(
  actor: Actor,
  { closureId, since }: Undoing,
  sessionId: string,
  spent: SpentCredits,
): ItemOutcome {
  if (findSessionRow(actor, sessionId)?.state !== "cancelled")
    return { ok: false, reason: "This lesson isn’t canceled any more." }
  if (hasUsedCredit(actor, sessionId))
    return { ok: false, reason: "A make-up credit for this lesson is used already." }
  spendAgain(actor, sessionId, spent)
  const restored = restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true })
  if (!restored.ok) return { ok: false, reason: Object.values(slotMessages(restored).messages).join(" ") }
  const only = listMailed(actor.school.id, closureId, since)
  if (only.size > 0)
    gatherChange(actor, undoKey(closureId), "restored", listSessionsToTell(actor, [sessionId]), { only })
  return { ok: true, note: "Restored", made: sessionId }
}

const Facts = z.object({ closureId: z.string(), since: z.number() })
const Detail = z.object({ spent: SpentCredits })

/** The lessons of a closure, restored as a task. */
export const restoreLessonsWork: TaskWork<z.output<typeof Facts>> = {
  about: Facts,
  atMost: 2,
  carryOut: (actor, undoing, { subjectId, detail }) =>
    reopen(actor, undoing, subjectId, Detail.parse(detail).spent),
  close: (actor, taskId) => {
    const about = Facts.safeParse(findTask(actor, taskId)?.about)
    return about.success && releaseMail(undoKey(about.data.closureId), 50) > 0
  },
}

/** How many lessons were canceled for each closure, and can be restored with it. */
export function countClosedLessons(actor: Actor): Map<string, number> {
  const rows = db()
    .select({ closureId: closedLessons.closureId })
    .from(closedLessons)
    .where(own(actor, closedLessons))
    .all()
  const counts = new Map<string, number>()
  for (const { closureId } of rows) counts.set(closureId, (counts.get(closureId) ?? 0) + 1)
  return counts
}
