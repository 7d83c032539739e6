import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gt, gte, isNull, min, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { endingRefusals } from "~/texts/teaching/refusals"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { day } from "~/utils/form-text"
import { shortReason } from "~/utils/short-reason"
import { endWithUndo } from "./class-ending.server"
import { leftText } from "./restore-stays.server"
import { undoEnding } from "./undo-ending.server"

// Ending many classes at once, and bringing them back with their students.

const EndManyForm = z.object({
  lastDay: day("Enter the last day."),
  reason: z
    .string({ error: "Enter a reason." })
    .trim()
    .min(3, shortReason("Enter a reason."))
    .max(200, "Keep the reason under 200 characters."),
})
type EndManyForm = z.output<typeof EndManyForm>

const Before = z.object({ endingId: z.string() })

/** Ends classes after a last day. */
export const endClasses: BulkAct<EndManyForm> = {
  permission: "class:write",
  choice: EndManyForm,
  kind: "end-classes",
  plan: (actor, classIds, { lastDay }) => {
    const enrolled = countEnrolled(actor, classIds, lastDay)
    const ahead = countLessons(actor, classIds, lastDay)
    return listChosen(actor, classIds).map(({ id, name, endedOn }): PlannedItem => {
      if (endedOn !== null && endedOn <= lastDay)
        return { id, name, text: `Ends ${formatDate(endedOn, "medium")} already.`, can: false }
      const students = countOf(enrolled.get(id) ?? 0, "student")
      const lessons = countOf(ahead.get(id) ?? 0, "lesson")
      return { id, name, text: `${students} unenrolled, ${lessons} deleted`, can: true }
    })
  },
  work: {
    about: EndManyForm,
    atMost: 1,
    carryOut: (actor, { lastDay, reason }, { subjectId }) => {
      const ended = endWithUndo(actor, subjectId, { lastDay, reason })
      if (!ended.ok)
        return {
          ok: false,
          reason: ended.reason === "no-class" ? "This class no longer exists." : "Has ended already.",
        }
      const { students, sessions: gone } = ended.effect
      return {
        ok: true,
        note: `${countOf(students.length, "student")} unenrolled, ${countOf(gone, "lesson")} deleted`,
        made: subjectId,
        before: { endingId: ended.endingId },
      }
    },
    undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, Before.parse(before)),
  },
}

function takeBack(actor: Actor, classId: string, { endingId }: z.output<typeof Before>): ItemOutcome {
  const undone = undoEnding(actor, classId, endingId)
  if (undone.ok) {
    const back = `${countOf(undone.students, "student")} back`
    const left = leftText(undone.left)
    return { ok: true, note: left ? `${back}. ${left}` : back, made: classId }
  }
  if (undone.reason === "no-ending") return { ok: false, reason: "Was changed again." }
  return {
    ok: false,
    reason: undone.reason === "taken" ? undone.clashes.join(" ") : endingRefusals[undone.reason],
  }
}

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const listChosen = (actor: Actor, classIds: readonly string[]) =>
  select({ id: classes.id, name: classes.name, endedOn: classes.endedOn })
    .from(classes)
    .where(and(own(actor, classes), sql`${classes.id} in ${among(classIds)}`))
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()

function countEnrolled(actor: Actor, classIds: readonly string[], lastDay: string) {
  const found = select({ id: enrollments.classId, n: count() })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        sql`${enrollments.classId} in ${among(classIds)}`,
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, lastDay)),
      ),
    )
    .groupBy(enrollments.classId)
    .all()
  return new Map(found.map(({ id, n }) => [id, n]))
}

function countLessons(actor: Actor, classIds: readonly string[], lastDay: string) {
  const found = select({ id: sessions.classId, n: count() })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        sql`${sessions.classId} in ${among(classIds)}`,
        eq(sessions.state, "planned"),
        gt(sessions.localDate, lastDay),
      ),
    )
    .groupBy(sessions.classId)
    .all()
  return new Map(found.map(({ id, n }) => [id, n]))
}

/** The last day to begin with: today, or the day before the first lesson of classes that haven't begun. */
export function proposedLastDay(actor: Actor, classIds: readonly string[], day: string): string {
  const first = select({ on: min(sessions.localDate) })
    .from(sessions)
    .where(and(own(actor, sessions), sql`${sessions.classId} in ${among(classIds)}`))
    .get()?.on
  return first && first > day ? addDays(first, -1) : day
}
