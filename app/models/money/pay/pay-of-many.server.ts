import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { findTaskOfForm, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import type { ApprovePayRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { approvePay, type LockedPay, lockPay } from "./approve-pay.server"
import type { PayPeriod } from "./pay-period"
import { payProblem } from "./pay-run"
import { hasMoreLessons, listPeriodSlips, listTeacherPay } from "./pay-slips.server"

// The pay of many teachers is approved and locked as a task, one teacher at a time: each whole or not at all.

/** So many are approved or locked while the person waits; more of them become a task. */
const teachersAtOnce = 25

/** Where a period has more lessons than this, only a few teachers are approved at once. */
const lessonsAtOnce = 2_500
const fewTeachers = 3

type ApproveChoice = { teacherIds: readonly string[]; reviewedMinor: number; formKey: string | null }
type Approved = { taskId: string } | { taskId: null; approved: number; totalMinor: number }

/**
 * Approves the pay of these teachers: of a few at once, all or none; of many as a task, whose id is returned. A teacher whose
 * pay changes while it runs is left out and named. The same form sent again finds the task it has started.
 */
export async function approveChosen(
  actor: Actor,
  period: PayPeriod,
  { teacherIds, reviewedMinor, formKey }: ApproveChoice,
): Promise<Result<Approved, ApprovePayRefusal>> {
  const earlier = formKey === null ? undefined : findTaskOfForm(actor, formKey)
  if (earlier) return { ok: true, taskId: earlier }
  const ids = [...new Set(teacherIds)]
  const isShort =
    ids.length <= fewTeachers ||
    (ids.length <= teachersAtOnce && !hasMoreLessons(actor, period, lessonsAtOnce))
  if (isShort) {
    const done = approvePay(actor, period, { teacherIds: ids, reviewedMinor })
    return done.ok ? { ...done, taskId: null } : done
  }
  const pay = new Map((await listTeacherPay(actor, period)).map((each) => [each.teacherId, each]))
  if (period.to >= todayOf(actor)) return { ok: false, reason: "not-over" }
  const chosen = ids.flatMap((id) => pay.get(id) ?? [])
  if (chosen.some(({ state }) => state !== "open")) return { ok: false, reason: "approved" }
  if (chosen.some(({ unrated }) => unrated > 0)) return { ok: false, reason: "unrated" }
  if (chosen.length < ids.length || chosen.some((each) => payProblem(each, true) !== null))
    return { ok: false, reason: "no-lines" }
  if (chosen.reduce((sum, { totalMinor }) => sum + totalMinor, 0) !== reviewedMinor)
    return { ok: false, reason: "changed" }
  const items = chosen.map(({ teacherId, name, totalMinor }) => ({
    subjectId: teacherId,
    name,
    detail: { totalMinor },
  }))
  return { ok: true, taskId: startTask(actor, { kind: "approve-pay", about: period, items, formKey }) }
}

const About = z.object({ from: z.string(), to: z.string() })
const Reviewed = z.object({ totalMinor: z.number() })

const approveExceptions: Record<ApprovePayRefusal, string> = {
  "not-over": "This period isn’t over yet.",
  "no-lines": "There’s no pay in this period anymore.",
  unrated: "Some lessons have no rate.",
  approved: "This pay is already approved.",
  changed: "Pay changed since you reviewed it.",
}

export const approvePayWork: TaskWork<PayPeriod> = {
  about: About,
  atMost: 3,
  carryOut: (actor, period, { subjectId, detail }) => {
    const reviewedMinor = Reviewed.parse(detail).totalMinor
    const done = approvePay(actor, period, { teacherIds: [subjectId], reviewedMinor })
    if (!done.ok) return { ok: false, reason: approveExceptions[done.reason] }
    return { ok: true, made: subjectId }
  },
}

/**
 * Locks every approved payslip of a period and emails each teacher theirs: a few at once, many as a task. The same form sent
 * again finds the task it has started, and so does another one while that goes on.
 */
export function lockPeriod(
  actor: Actor,
  period: PayPeriod,
  formKey: string | null = null,
): { taskId: string } | ({ taskId: null } & LockedPay) {
  const earlier =
    (formKey === null ? undefined : findTaskOfForm(actor, formKey)) ?? findLocking(actor, period)
  if (earlier) return { taskId: earlier }
  const approved = listPeriodSlips(actor, period).filter(({ state }) => state === "approved")
  if (approved.length <= teachersAtOnce) return { taskId: null, ...lockPay(actor, period) }
  const items = approved
    .map(({ teacherId, teacherName }) => ({ subjectId: teacherId, name: teacherName }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
  return { taskId: startTask(actor, { kind: "lock-pay", about: period, items, formKey }) }
}

/** The task that locks this period right now. */
const findLocking = (actor: Actor, { from, to }: PayPeriod): string | undefined =>
  listTasksUnderWay(actor, ["lock-pay"]).find(({ about, state }) => {
    const locking = About.safeParse(about).data
    return state !== "failed" && locking?.from === from && locking.to === to
  })?.id

export const lockPayWork: TaskWork<PayPeriod> = {
  about: About,
  atMost: 10,
  carryOut: (actor, period, { subjectId }) => {
    const { locked, mailed } = lockPay(actor, period, subjectId)
    if (locked === 0) return { ok: false, reason: "This payslip isn’t approved anymore." }
    return { ok: true, made: subjectId, note: mailed > 0 ? "Emailed" : "No email" }
  },
}
