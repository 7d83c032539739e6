import { notFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type ExpenseKind, receiptRefusalStatus } from "~/models/money/expense/expense"
import { listCategories } from "~/models/money/expense/expense-categories.server"
import { expenseForm } from "~/models/money/expense/expense-forms"
import { addExpense, changeExpense } from "~/models/money/expense/save-expense.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import { expenseMessages, expenseTexts } from "~/texts/money/expense-texts"
import { expenseRefusalFields, expenseRefusals, receiptRefusals } from "~/texts/money/refusals"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** Records the expense or other income that a form holds, or changes one. */
export async function answerExpense(actor: Actor, form: FormData, kind: ExpenseKind, expenseId?: string) {
  const file = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema: expenseForm(expenseMessages[kind]) })
  if (submission.status !== "success") return invalid(submission)
  if (hasSeveral) return invalid(submission, { file: oneFileOnly })
  const isBrought = file instanceof File && (file.size > 0 || file.name !== "")
  const receipt = isBrought ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : undefined
  const saved = expenseId
    ? await changeExpense(actor, expenseId, submission.value, receipt)
    : await addExpense(actor, submission.value, receipt, kind)
  if (saved.ok) {
    const { amount, payee } = submission.value
    return redirectWithToast(
      paths.expense(saved.expenseId),
      expenseTexts[kind].toast(formatMoney(amount, actor.school.currency), payee, expenseId === undefined),
    )
  }
  const { reason } = saved
  if (reason === "not-found") throw notFound()
  if (isOfReceipt(reason)) {
    const why = reason.slice("receipt-".length) as FileRefusal
    return invalid(submission, { file: receiptRefusals[why] }, receiptRefusalStatus[why])
  }
  return invalid(submission, { [expenseRefusalFields[reason] ?? "form"]: expenseRefusals[reason] }, 409)
}

const isOfReceipt = (reason: string): reason is `receipt-${FileRefusal}` => reason.startsWith("receipt-")

/** The categories to choose from, with the one an expense has even if it is archived. */
export const categoryChoices = (actor: Actor, kind: ExpenseKind, present?: string) =>
  listCategories(actor, kind)
    .filter(({ id, isArchived }) => !isArchived || id === present)
    .map(({ id, name }) => ({ value: id, label: name }))
