import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { CategoryList, categoryFormId } from "~/components/money/expense/category-list"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { type CategoryRefusal, categoryRefusals } from "~/models/money/expense/expense"
import {
  archiveCategory,
  listCategories,
  saveCategory,
} from "~/models/money/expense/expense-categories.server"
import { CategoryForm } from "~/models/money/expense/expense-forms"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const categories = listCategories(actor)
  const editing = new URL(request.url).searchParams.get("edit")
  if (editing !== null && !categories.some(({ id }) => id === editing)) throw notFound()
  return { categories, editing }
}

const fields: Record<CategoryRefusal, string> = { "name-taken": "name", "not-found": "form", full: "form" }

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const form = await request.formData()
  const intent = form.get("intent")
  switch (intent) {
    case "save": {
      const editing = new URL(request.url).searchParams.get("edit") ?? undefined
      const submission = readForm(form, { schema: CategoryForm })
      if (submission.status !== "success") return invalid(submission)
      const { name } = submission.value
      const done = saveCategory(actor, submission.value, editing)
      if (done.ok) return saved(`${name} ${editing ? "saved" : "added"}.`)
      if (done.reason === "not-found") throw notFound()
      return invalid(submission, { [fields[done.reason]]: categoryRefusals[done.reason] }, 409)
    }
    case "archive":
    case "restore": {
      const isArchived = intent === "archive"
      const done = archiveCategory(actor, String(form.get("category") ?? "").slice(0, 64), isArchived)
      if (done.ok) return saved(`${done.name} ${isArchived ? "archived" : "restored"}.`)
      if (done.reason === "not-found") throw notFound()
      return redirectWithToast(paths.expenseCategories(), {
        tone: "bad",
        title: categoryRefusals[done.reason],
      })
    }
    default:
      throw notFound()
  }
}

const saved = (message: string) => redirectWithToast(paths.expenseCategories(), message)

export const handle: FramedPage = {
  tab: "expenses",
  title: "Expense categories",
  head: () => ({ back: { to: paths.expenses(), label: "Expenses" } }),
}

export const meta: MetaFunction = () => [{ title: "Expense categories · Tutti" }]

export default function ExpenseCategories() {
  const { categories, editing } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={categoryFormId} result={result} />
      <CategoryList
        key={`${editing} ${categories.length}`}
        categories={categories}
        editing={editing}
        result={result}
      />
    </>
  )
}
