import { transact } from "db/client.server"
import { expenses } from "db/schema/money-expenses"
import { extraWork } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { and, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { removeExtraWork, writeExtraWork } from "../pay/extra-work.server"
import { findExpense } from "./expenses.server"

// An expense that a teacher paid is paid back with their pay, once and whole: with its tax, which they paid as well. It's
// extra work that names the expense; removed there, it can be paid back to someone else.

type PaidBack = { teacherId: string; teacherName: string; workId: string }

/** Whose pay an expense is in. */
export const findPaidBack = (actor: Actor, expenseId: string): PaidBack | undefined =>
  select({ teacherId: teachers.id, teacherName: teachers.name, workId: extraWork.id })
    .from(expenses)
    .innerJoin(extraWork, joined(extraWork, expenses.extraWorkId))
    .innerJoin(teachers, joined(teachers, extraWork.teacherId))
    .where(and(own(actor, expenses, expenseId), isNull(extraWork.removedAt)))
    .get()

export const isInPay = (actor: Actor, expenseId: string): boolean =>
  findPaidBack(actor, expenseId) !== undefined

/** Adds an expense to a teacher's pay, on its day. Refused while it is in someone else's. */
export function payBack(
  actor: Actor,
  expenseId: string,
  teacherId: string,
): Result<{ teacherName: string }, "not-found" | "no-teacher" | "in-pay"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense || expense.isIncome) return { ok: false, reason: "not-found" }
    const known = findPaidBack(actor, expenseId)
    if (known && known.teacherId !== teacherId) return { ok: false, reason: "in-pay" }
    if (known) return { ok: true, teacherName: known.teacherName }
    const extraWorkId = writeExtraWork(actor, teacherId, {
      workedOn: expense.spentOn,
      description: `Expense: ${expense.payee}`.slice(0, 120),
      minutes: null,
      hourlyMinor: null,
      amountMinor: expense.amountMinor,
    })
    if (extraWorkId === undefined) return { ok: false, reason: "no-teacher" }
    change(actor, expenses, expenseId, { extraWorkId })
    const teacherName = findPaidBack(actor, expenseId)?.teacherName ?? ""
    recordEvent(actor, "expense.pay-back", expenseId, { after: { payee: expense.payee, name: teacherName } })
    return { ok: true, teacherName }
  })
}

/** Removes an expense from a teacher’s pay; what a payslip said of it already is corrected by the next one. */
export function stopPayingBack(
  actor: Actor,
  expenseId: string,
): Result<{ teacherName: string }, "not-found"> {
  return transact(() => {
    const found = findPaidBack(actor, expenseId)
    if (!found) return { ok: false, reason: "not-found" }
    const { teacherId, teacherName, workId } = found
    removeExtraWork(actor, teacherId, workId)
    recordEvent(actor, "expense.stop-paying-back", expenseId, {
      after: { payee: findExpense(actor, expenseId)?.payee, name: teacherName },
    })
    return { ok: true, teacherName }
  })
}
