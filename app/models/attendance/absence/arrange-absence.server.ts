import { transact } from "db/client.server"
import { arrangements } from "db/schema/attendance-absences"
import { and, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { findTask } from "~/models/foundation/task/task.server"
import { queueUpdatesOfKey } from "~/models/teaching/session/reader-updates.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { discardDraft } from "~/models/teaching/teacher-time/arrangement-draft.server"
import { findTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import type { ArrangeRefusal } from "~/texts/attendance/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { type Choices, lessonChoices, lessonsAtOnce } from "./absence"
import { listAffected } from "./affected-lessons.server"
import { arrangeLesson } from "./arrange-lesson.server"

/** Ends a transaction whose work must not stay, with the reasons by lesson. */
class NotFree extends Error {
  constructor(readonly reasons: Record<string, string>) {
    super("Some of it is no longer free.")
  }
}

export type Arranged =
  | { ok: true; arrangementId: string; lessons: number; taskId: string | null; isRepeated: boolean }
  | { ok: false; reason: ArrangeRefusal }
  /** Nothing was changed: these lessons can't be arranged like this, by their id. */
  | { ok: false; reason: "not-free"; reasons: Record<string, string> }

/**
 * Arranges the lessons of an absence as chosen, all or none; more than 25 become a task, which leaves out what is no longer
 * free. A substitute outside their hours needs a reason. A draft of it is done with. Families, substitutes and the teacher get one email each, after a while in which it can be undone without a word.
 * The same form sent again arranges nothing.
 */
export function arrangeAbsence(
  actor: Actor,
  timeOffId: string,
  { choices, formKey, hoursReason }: { choices: Choices; formKey: string; hoursReason?: string },
): Arranged {
  try {
    return transact(() => {
      const off = findTimeOff(actor, timeOffId)
      if (!off) return { ok: false, reason: "not-found" }
      const earlier = findArrangement(actor, timeOffId, formKey)
      if (earlier) return { ok: true, ...earlier, taskId: null, isRepeated: true }
      if (off.state !== "approved") return { ok: false, reason: "not-approved" }
      const affected = new Set(listAffected(actor, off))
      const chosen = Object.entries(choices).flatMap(([id, one]): [string, Choices[string]][] =>
        one.choice === "leave" ? [] : [[id, hoursReason ? { ...one, hoursReason } : one]],
      )
      if (chosen.length === 0) return { ok: false, reason: "nothing-chosen" }
      const gone = chosen.filter(([id]) => !affected.has(id))
      if (gone.length > 0)
        throw new NotFree(Object.fromEntries(gone.map(([id]) => [id, "This lesson is no longer affected."])))
      const { id: arrangementId } = insertArrangement(actor, {
        timeOffId,
        formKey,
        lessonCount: chosen.length,
      })
      recordEvent(actor, "time-off.arrange", timeOffId, {
        after: { name: off.teacherName, lessons: chosen.length },
      })
      discardDraft(actor, timeOffId)
      const arranged = { ok: true as const, arrangementId, lessons: chosen.length, isRepeated: false }
      if (chosen.length > lessonsAtOnce) {
        const items = itemsOf(actor, chosen)
        const about = { arrangementId, timeOffId }
        return { ...arranged, taskId: startTask(actor, { kind: "arrange-lessons", about, items, formKey }) }
      }
      const refused = chosen.flatMap(([id, one]) => {
        const done = arrangeLesson(actor, { arrangementId, off }, id, one)
        return done.ok ? [] : [[id, done.reason] as const]
      })
      if (refused.length > 0) throw new NotFree(Object.fromEntries(refused))
      queueUpdatesOfKey(actor, arrangementId)
      return { ...arranged, taskId: null }
    })
  } catch (error) {
    if (error instanceof NotFree) return { ok: false, reason: "not-free", reasons: error.reasons }
    throw error
  }
}

function findArrangement(actor: Actor, timeOffId: string, formKey: string) {
  return ownRows(actor, arrangements, { arrangementId: arrangements.id, lessons: arrangements.lessonCount })
    .where(and(eq(arrangements.formKey, formKey), eq(arrangements.timeOffId, timeOffId)))
    .get()
}

function insertArrangement(
  actor: Actor,
  facts: Pick<typeof arrangements.$inferInsert, "timeOffId" | "formKey" | "lessonCount">,
) {
  const row = newRow(actor)
  add(actor, arrangements, { ...row, ...facts, arrangedBy: actor.memberId })
  return row
}

function itemsOf(actor: Actor, chosen: [string, Choices[string]][]) {
  const sessions = new Map(
    listSessionsById(
      actor,
      chosen.map(([id]) => id),
      [],
    ).map((session) => [session.id, session]),
  )
  return chosen.map(([id, detail]) => {
    const session = sessions.get(id)
    const name = session
      ? `${sessionTitle(session)}, ${formatDate(session.localDate, "short", actor.school)}, ${formatTime(session.startTime, actor.school)}`
      : "Lesson"
    return { subjectId: id, name, detail }
  })
}

const About = z.object({ arrangementId: z.string(), timeOffId: z.string() })
const Detail = z.object({
  choice: z.enum(lessonChoices),
  by: z.string().optional(),
  at: z.string().optional(),
  hoursReason: z.string().optional(),
})

const isUndone = (actor: Actor, arrangementId: string): boolean =>
  find(actor, arrangements, arrangementId)?.undoneAt !== null

/** Many lessons of an absence, arranged as a task: each person gets one email at its end. */
export const arrangeLessonsWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 2,
  carryOut: (actor, { arrangementId, timeOffId }, { subjectId, detail }) => {
    const off = findTimeOff(actor, timeOffId)
    if (off?.state !== "approved") return { ok: false, reason: "The teacher isn’t away anymore." }
    if (isUndone(actor, arrangementId)) return { ok: false, reason: "This was already undone." }
    const done = arrangeLesson(actor, { arrangementId, off }, subjectId, Detail.parse(detail))
    return done.ok ? { ok: true, note: done.note, made: subjectId } : done
  },
  close: (actor, taskId) => {
    const about = About.safeParse(findTask(actor, taskId)?.about)
    if (about.success && !isUndone(actor, about.data.arrangementId))
      queueUpdatesOfKey(actor, about.data.arrangementId)
    return false
  },
}
