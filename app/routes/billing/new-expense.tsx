import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ExpenseForm, expenseFormId } from "~/components/money/expense/expense-form"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { findExpense } from "~/models/money/expense/expenses.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { answerExpense, categoryChoices } from "./answer-expense.server"

/** A new expense, blank or filled with what another one says, dated today. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const copied = new URL(request.url).searchParams.get("copy")
  const like = copied ? findExpense(actor, copied) : undefined
  if (copied && !like) throw notFound()
  const day = entryDay(actor)
  return {
    start: { ...like, spentOn: day },
    categories: categoryChoices(actor),
    today: day,
    currency: actor.school.currency,
    formKey: newId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  // A body that is not a form reads as an empty form.
  return answerExpense(actor, await request.formData().catch(() => new FormData()))
}

export const meta: MetaFunction = () => [{ title: "Add an expense · Tutti" }]

export default function NewExpense() {
  const form = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="form narrow">
      <AnswerSummary formId={expenseFormId} result={result} />
      <PageHead back={{ to: paths.expenses(), label: "Expenses" }} title="Add an expense" />
      <ExpenseForm {...form} result={result} />
    </div>
  )
}
