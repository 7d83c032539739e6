import { transact } from "db/client.server"
import { paySlipLines, paySlips } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { and, between, eq, inArray, ne } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { findTaskOfForm, startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import type { ApprovePayRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { isClosed, openDay } from "../closing/closing.server"
import { periodText } from "../invoice/invoice-paper"
import { type PayLine, sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import type { PayPeriod } from "./pay-period"
import { payProblem } from "./pay-run"
import {
  findPaySlip,
  hasMoreLessons,
  listEveryTeacher,
  listPaySlips,
  listPeriodSlips,
  listSlipLines,
  listTeacherPay,
  type PaySlip,
} from "./payslips.server"

// Approving copies the lines of a period to a payslip; locking freezes it for good and emails it. What changes afterwards
// is a correction in the next period.

/**
 * Approves the pay of these teachers for a period: all of them or none. Refused while the period goes on, for a teacher
 * without anything to pay, with a lesson without a rate, or with a payslip already; and when the total isn't the one that
 * was reviewed.
 */
export function approvePay(
  actor: Actor,
  period: PayPeriod,
  { teacherIds, reviewedMinor }: { teacherIds: readonly string[]; reviewedMinor: number },
): Result<{ approved: number; totalMinor: number }, ApprovePayRefusal> {
  return transact(() => {
    if (period.to >= todayOf(actor)) return { ok: false, reason: "not-over" }
    const taken = new Set(listPeriodSlips(actor, period).map(({ teacherId }) => teacherId))
    const open = linesOf(actor, period, [...new Set(teacherIds)])
    const names = new Map(listEveryTeacher(actor).map(({ id, name }) => [id, name]))
    const chosen = [...new Set(teacherIds)].map((teacherId) => ({
      teacherId,
      name: names.get(teacherId),
      lines: open.get(teacherId) ?? [],
    }))
    if (chosen.some(({ teacherId }) => taken.has(teacherId))) return { ok: false, reason: "approved" }
    if (chosen.some(({ name, lines }) => name === undefined || lines.length === 0))
      return { ok: false, reason: "no-lines" }
    const lines = chosen.flatMap((each) => each.lines)
    if (lines.some(({ amountMinor }) => amountMinor === null)) return { ok: false, reason: "unrated" }
    const totalMinor = sumLines(lines)
    if (totalMinor !== reviewedMinor) return { ok: false, reason: "changed" }
    for (const each of chosen) writeSlip(actor, period, { ...each, name: each.name ?? "" })
    return { ok: true, approved: chosen.length, totalMinor }
  })
}

/** Of a few teachers one by one, which doesn’t read the whole school. */
function linesOf(actor: Actor, period: PayPeriod, teacherIds: readonly string[]): Map<string, PayLine[]> {
  if (teacherIds.length > 3) return calculatePay(actor, period)
  return new Map(teacherIds.map((id) => [id, calculatePay(actor, period, id).get(id) ?? []]))
}

function writeSlip(
  actor: Actor,
  { from, to }: PayPeriod,
  { teacherId, name, lines }: { teacherId: string; name: string; lines: readonly PayLine[] },
) {
  const totalMinor = sumLines(lines)
  const slipId = add(actor, paySlips, {
    teacherId,
    teacherName: name,
    periodFrom: from,
    periodTo: to,
    state: "approved",
    currency: actor.school.currency,
    totalMinor,
    bookedOn: openDay(actor, to),
    approvedBy: actor.memberId,
    approvedName: actor.name,
  })
  for (const [position, { title, localDate, amountMinor, ...line }] of lines.entries())
    add(actor, paySlipLines, {
      slipId,
      teacherId,
      position,
      kind: line.kind,
      sessionId: line.sessionId,
      extraWorkId: line.extraWorkId,
      minutes: line.minutes,
      rule: line.rule,
      occurredOn: localDate,
      description: title,
      amountMinor: amountMinor ?? 0,
    })
  record(actor, "approve-pay", { teacherId, periodFrom: from, periodTo: to, totalMinor })
}

/**
 * Opens an approved period again: its pay is calculated until it is approved. Refused once it or its month is closed,
 * and while a later payslip corrects it: calculated again, it would say the correction a second time. One of corrections alone
 * isn't opened below a later one either: a period without pay between payslips has none.
 */
export function reopenPay(
  actor: Actor,
  slipId: string,
): Result<void, "no-slip" | "locked"> | { ok: false; reason: "corrected" | "followed"; by: PaySlip } {
  return transact(() => {
    const slip = findPaySlip(actor, slipId)
    if (!slip) return { ok: false, reason: "no-slip" }
    if (slip.state === "locked" || isClosed(actor, slip.bookedOn)) return { ok: false, reason: "locked" }
    const by = findCorrecting(actor, slip)
    if (by) return { ok: false, reason: "corrected", by }
    const next = listSlipLines(actor, slipId).every(({ kind }) => kind === "correction")
      ? findFollowing(actor, slip)
      : undefined
    if (next) return { ok: false, reason: "followed", by: next }
    remove(actor, paySlipLines, eq(paySlipLines.slipId, slipId))
    remove(actor, paySlips, slipId)
    record(actor, "reopen-pay", slip)
    return { ok: true }
  })
}

/** Another payslip of the teacher that corrects what this one says, or something else of its days. */
function findCorrecting(actor: Actor, { id, teacherId, periodFrom, periodTo }: PaySlip): PaySlip | undefined {
  const line = ownRows(actor, paySlipLines, ["slipId"])
    .where(
      and(
        eq(paySlipLines.teacherId, teacherId),
        ne(paySlipLines.slipId, id),
        eq(paySlipLines.kind, "correction"),
        between(paySlipLines.occurredOn, periodFrom, periodTo),
      ),
    )
    .limit(1)
    .get()
  return line && findPaySlip(actor, line.slipId)
}

/** The teacher's next payslip. */
const findFollowing = (actor: Actor, { teacherId, periodTo }: PaySlip): PaySlip | undefined =>
  listPaySlips(actor, teacherId, periodTo)
    .filter((slip) => slip.periodTo > periodTo)
    .at(-1)

/** How many payslips were locked and emailed, and the names of the teachers who can’t be emailed. */
export type LockedPay = { locked: number; mailed: number; unmailed: string[] }

/** Freezes every approved payslip of a period, or one teacher's, and emails each teacher theirs. */
export function lockPay(actor: Actor, period: PayPeriod, teacherId?: string): LockedPay {
  return transact(() => {
    const approved = listPeriodSlips(actor, period).filter(
      (slip) => slip.state === "approved" && (teacherId === undefined || slip.teacherId === teacherId),
    )
    const emails = emailsOf(
      actor,
      approved.map((slip) => slip.teacherId),
    )
    for (const slip of approved) {
      change(actor, paySlips, slip.id, { state: "locked", lockedAt: now(), lockedName: actor.name })
      record(actor, "lock-pay", slip)
      const recipient = emails.get(slip.teacherId)
      if (recipient)
        mailTo(actor, { email: recipient, name: slip.teacherName }, "payslip", {
          slipId: slip.id,
          period: periodText(slip.periodFrom, slip.periodTo),
          total: formatMoney(slip.totalMinor, slip.currency, actor.school),
        })
    }
    const { reached, ...others } = reachOf(
      { template: "payslip", schoolId: actor.school.id },
      approved.map(({ teacherId: id, teacherName: name }) => ({ name, email: emails.get(id) ?? null })),
    )
    return { locked: approved.length, mailed: reached.length, unmailed: Object.values(others).flat() }
  })
}

function emailsOf(actor: Actor, teacherIds: string[]): Map<string, string> {
  const rows = ownRows(actor, teachers, ["id", "email"]).where(inArray(teachers.id, teacherIds)).all()
  return new Map(rows.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])))
}

function record(
  actor: Actor,
  verb: "approve-pay" | "reopen-pay" | "lock-pay",
  slip: Pick<PaySlip, "teacherId" | "periodFrom" | "periodTo" | "totalMinor">,
) {
  const { teacherId, periodFrom, periodTo, totalMinor } = slip
  recordEvent(actor, `teacher.${verb}`, teacherId, { after: { periodFrom, periodTo, totalMinor } })
}

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
  "not-over": "This period hasn’t ended yet.",
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
