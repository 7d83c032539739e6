import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { ExpenseForm, expenseFormId } from "~/components/money/expense/expense-form"
import { pageTitle } from "~/components/shell/frame"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { findOpenEntry } from "~/models/money/bank-import/bank-import.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { kindIn, kindOf, named } from "~/models/money/expense/expense"
import { findExpense } from "~/models/money/expense/expenses.server"
import { expenseTexts } from "~/texts/money/expense-texts"
import { earlierOf } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { answerExpense, categoryChoices } from "./answer-expense.server"

/** A new expense, blank or filled with what another one says, dated today. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const { searchParams } = new URL(request.url)
  const copied = searchParams.get("copy")
  const like = copied ? findExpense(actor, copied) : undefined
  if (copied && !like) throw notFound()
  const kind = like ? kindOf(like) : kindIn(new URL(request.url).searchParams)
  const entryId = searchParams.get("transfer")
  const transfer = entryId && kind === "income" ? findOpenEntry(actor, entryId) : undefined
  if (entryId && !transfer) throw notFound()
  const day = entryDay(actor)
  return {
    kind,
    transfer: transfer?.id,
    start: transfer ? startOf(transfer, day) : { ...like, spentOn: day },
    categories: categoryChoices(actor, kind),
    today: day,
    currency: actor.school.currency,
    formKey: newId(),
  }
}

/** An income as the line of the bank statement says it. */
const startOf = (transfer: NonNullable<ReturnType<typeof findOpenEntry>>, day: string) => ({
  spentOn: earlierOf(transfer.bookedOn, day),
  payee: transfer.payerName.slice(0, 120),
  amountMinor: transfer.amountMinor,
  method: "transfer" as const,
  note: [transfer.reference, transfer.bankReference].filter(Boolean).join(" · ").slice(0, 500) || null,
})

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  // A body that is not a form reads as an empty form.
  return answerExpense(
    actor,
    await request.formData().catch(() => new FormData()),
    kindIn(new URL(request.url).searchParams),
  )
}

export const meta = pageTitle<typeof loader>((data) => expenseTexts[data.kind].add, expenseTexts.expense.add)

export default function NewExpense() {
  const form = useLoaderData<typeof loader>()
  const { kind } = form
  const result = useActionData<typeof action>()?.result
  return (
    <div className="form narrow">
      <AnswerSummary formId={expenseFormId} result={result} />
      <PageHead
        back={{ to: paths.expenses(named(kind)), label: expenseTexts[kind].title }}
        title={expenseTexts[kind].add}
      />
      <ExpenseForm {...form} result={result} />
    </div>
  )
}
