import { studentStatusChanges, students } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, query, remove, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { latestStatuses } from "./latest-statuses.server"
import type { StudentStatus } from "./student"

/**
 * Gives a student another status from today, in the caller's transaction: the history and the activity say why. The classes stay
 * as they are.
 */
export function setStatus(actor: Actor, studentId: string, { before, status, reason }: StatusChange) {
  add(actor, studentStatusChanges, {
    ...{ studentId, status, reason },
    fromDate: todayOf(actor),
  })
  writeStatus(actor, studentId, { before, status, reason })
}

type StatusChange = { before: StudentStatus; status: StudentStatus; reason: string }

/**
 * Gives a student the status back that they had before, in the caller's transaction. One that began today is gone from the history, as
 * if it had never been.
 */
export function setStatusBack(
  actor: Actor,
  studentId: string,
  { before, status }: Omit<StatusChange, "reason">,
) {
  const [latest, earlier] = latestStatuses(actor, studentId)
  const isOfToday = latest?.fromDate === todayOf(actor) && latest.status === before
  if (!isOfToday || earlier?.status !== status)
    return setStatus(actor, studentId, { before, status, reason: "Undone" })
  remove(actor, studentStatusChanges, latest.id)
  writeStatus(actor, studentId, { before, status, reason: "Undone" })
}

function writeStatus(actor: Actor, studentId: string, { before, status, reason }: StatusChange) {
  change(actor, students, studentId, { status })
  recordEvent(actor, "student.change-status", studentId, {
    before: { status: before },
    after: { status, reason },
  })
}

/** What is planned for a student: at most one row. */
export const findPlanned = (actor: Actor, studentId: string) => plannedQuery.get(actor, { studentId })

// In the words of the index of such rows.
const plannedQuery = query((p: Params<{ studentId: string }>, own) =>
  select()
    .from(studentStatusChanges)
    .where(
      and(
        own(studentStatusChanges),
        eq(studentStatusChanges.studentId, p.studentId),
        sql`${studentStatusChanges.isAhead}`,
      ),
    ),
)

/** Forgets a plan that something else takes the place of; its classes end all the same. */
export function forgetPlan(actor: Actor, studentId: string) {
  const row = findPlanned(actor, studentId)
  if (row) remove(actor, studentStatusChanges, row.id)
}

/**
 * Lets a former student come back on a later day, in the caller's transaction: they are active once it has begun
 * (student-status/future-status). Planned already, the earlier day counts.
 */
export function planReturn(actor: Actor, studentId: string, { on, reason }: { on: string; reason: string }) {
  const planned = findPlanned(actor, studentId)
  if (planned?.status === "active" && planned.fromDate <= on) return
  if (planned) forgetPlan(actor, studentId)
  const since = planned?.status === "active" ? { createdAt: planned.createdAt } : {}
  const row = { studentId, status: "active", fromDate: on, reason, isAhead: true } as const
  add(actor, studentStatusChanges, { ...since, ...row })
  recordEvent(actor, "student.plan-status", studentId, { after: { status: "active", from: on, reason } })
}
