import { data } from "@remix-run/node"
import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { answerSearch } from "~/http/inner-search.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { asksForNames, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { named } from "~/models/money/expense/expense"
import { PayBackForm, RepeatForm } from "~/models/money/expense/expense-forms"
import { endRepeat, repeatExpense } from "~/models/money/expense/expense-repeats.server"
import { payBack, stopPayingBack } from "~/models/money/expense/paid-back.server"
import { deleteExpense, removeReceipt } from "~/models/money/expense/save-expense.server"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { expenseRefusals, inClosedMonth } from "~/texts/money/refusals"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

// What is done with an expense on its page, beside changing it.

const bad = (title: string) => ({ tone: "bad" as const, title })

export function dropReceiptOf(actor: Actor, expenseId: string) {
  const done = removeReceipt(actor, expenseId)
  return redirectWithToast(paths.expense(expenseId), done.ok ? "Receipt removed." : bad(inClosedMonth))
}

export function deleteOne(actor: Actor, expenseId: string) {
  const done = deleteExpense(actor, expenseId)
  if (done.ok)
    return redirectAfterDeleting(paths.expenses(named(done.kind)), `${done.name} deleted.`, expenseId)
  return redirectWithToast(
    paths.expense(expenseId),
    bad(done.reason === "in-pay" ? expenseRefusals["in-pay"] : inClosedMonth),
  )
}

export function repeatOne(actor: Actor, form: FormData, expenseId: string) {
  const submission = readForm(form, { schema: RepeatForm })
  if (submission.status !== "success")
    return data({ result: invalid(submission).data.result, isRepeat: true }, { status: 400 })
  const done = repeatExpense(actor, expenseId, submission.value.rhythm)
  if (!done.ok && done.reason === "not-found") throw notFound()
  return redirectWithToast(
    paths.expense(expenseId),
    done.ok
      ? `Repeats ${done.rhythm}, next on ${formatDate(done.nextOn, "full")}.`
      : bad(done.reason === "closed" ? inClosedMonth : expenseRefusals[done.reason]),
  )
}

export function endRepeatOf(actor: Actor, expenseId: string) {
  if (!endRepeat(actor, expenseId).ok) throw notFound()
  return redirectWithToast(paths.expense(expenseId), "Automatic entries ended.")
}

/** `actor` may change teachers' pay. */
export function addToPay(actor: Actor, form: FormData, expenseId: string) {
  const submission = readForm(form, { schema: PayBackForm })
  const teachers = offerTeachers(actor, readNameWish(form, "teacher"))
  if (asksForNames(form)) return answerSearch(form, submission, { teachers })
  const refuse = (answer: ReturnType<typeof invalid>, status: number) =>
    data({ result: answer.data.result, teachers }, { status })
  if (submission.status !== "success") return refuse(invalid(submission), 400)
  const done = payBack(actor, expenseId, submission.value.teacher)
  if (done.ok) return redirectWithToast(paths.expense(expenseId), `Added to ${done.teacherName}’s pay.`)
  if (done.reason === "not-found") throw notFound()
  if (done.reason === "in-pay") return redirectWithToast(paths.expense(expenseId), bad(alreadyInPay))
  return refuse(invalid(submission, { teacher: "This teacher isn’t in your school. Choose another." }), 409)
}

const alreadyInPay = "This expense is already in a teacher’s pay."

/** `actor` may change teachers' pay. */
export function removeFromPay(actor: Actor, expenseId: string) {
  const done = stopPayingBack(actor, expenseId)
  return redirectWithToast(
    paths.expense(expenseId),
    done.ok
      ? `Removed from ${done.teacherName}’s pay.`
      : bad("This expense isn’t in a teacher’s pay anymore."),
  )
}
