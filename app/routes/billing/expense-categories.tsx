import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { CategoryList, categoryFormId } from "~/components/money/expense/category-list"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { notFound } from "~/http/responses.server"
import {
  archiveCategory,
  listCategories,
  saveCategory,
} from "~/models/money/expense/expense-categories.server"
import { CategoryForm } from "~/models/money/expense/expense-forms"
import { categoryRefusals } from "~/texts/money/refusals"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const categories = listCategories(actor)
  const editing = new URL(request.url).searchParams.get("edit")
  if (editing !== null && !categories.some(({ id }) => id === editing)) throw notFound()
  return { categories, editing }
}

const refusals = { "name-taken": categoryRefusals["name-taken"], full: categoryRefusals.full }

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const editing = new URL(request.url).searchParams.get("edit") ?? undefined
  const archive = (isArchived: boolean) =>
    act({
      run: (form) => archiveCategory(actor, idIn(form, "category"), isArchived),
      refusals,
      saved: ({ name }) => `${name} ${isArchived ? "archived" : "restored"}.`,
    })
  return intents(request, paths.expenseCategories(), {
    save: intent({
      schema: CategoryForm,
      run: (category) => saveCategory(actor, category, editing),
      field: { "name-taken": "name" },
      status: 409,
      refusals,
      saved: (_, { name }) => `${name} ${editing ? "saved" : "added"}.`,
    }),
    archive: archive(true),
    restore: archive(false),
  })
}

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
