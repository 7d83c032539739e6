import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Catalog } from "~/components/form/catalog"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { type ExpenseCategory, type ExpenseKind, kindIn, named } from "~/models/money/expense/expense"
import {
  archiveCategory,
  listCategories,
  saveCategory,
} from "~/models/money/expense/expense-categories.server"
import { CategoryForm } from "~/models/money/expense/expense-forms"
import { expenseTexts } from "~/texts/money/expense-texts"
import { categoryRefusals } from "~/texts/money/refusals"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const kind = kindIn(new URL(request.url).searchParams)
  const categories = listCategories(actor, kind)
  const editing = new URL(request.url).searchParams.get("edit")
  if (editing !== null && !categories.some(({ id }) => id === editing)) throw notFound()
  return { kind, categories, editing }
}

const refusals = { "name-taken": categoryRefusals["name-taken"], full: categoryRefusals.full }

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const editing = new URL(request.url).searchParams.get("edit") ?? undefined
  const kind = kindIn(new URL(request.url).searchParams)
  const archive = (isArchived: boolean) =>
    act({
      run: (form) => archiveCategory(actor, idIn(form, "category"), isArchived, kind),
      refusals,
      saved: ({ name }) => `${name} ${isArchived ? "archived" : "restored"}.`,
    })
  return intents(request, paths.expenseCategories(named(kind)), {
    save: intent({
      schema: CategoryForm,
      run: (category) => saveCategory(actor, category, editing, kind),
      field: { "name-taken": "name" },
      status: 409,
      refusals,
      saved: (_, { name }) => `${name} ${editing ? "saved" : "added"}.`,
    }),
    archive: archive(true),
    restore: archive(false),
  })
}

export const handle: FramedPage<typeof loader> = {
  tab: "expenses",
  title: "Expense categories",
  head: ({ kind }) => ({
    title: expenseTexts[kind].categories,
    back: { to: paths.expenses(named(kind)), label: expenseTexts[kind].title },
  }),
}

export const meta = pageTitle<typeof loader>(
  (data) => expenseTexts[data.kind].categories,
  expenseTexts.expense.categories,
)

export default function ExpenseCategories() {
  const { kind, categories, editing } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={categoryFormId} result={result} />
      <Catalog
        key={`${editing} ${categories.length}`}
        rows={categories}
        editing={editing}
        isRefused={result !== undefined}
        facts={({ name, account }) => (
          <span className="flex-1">
            <b>{name}</b>
            {account ? (
              <>
                <br />
                <span className="small dim">Account {account}</span>
              </>
            ) : null}
          </span>
        )}
        form={(category) => <OneCategory kind={kind} category={category} result={result} />}
        at={({ edit }) => paths.expenseCategories({ edit, ...named(kind) })}
        field="category"
        add="Add a category"
        archived={["archived category", "archived categories"]}
        archive="Archive"
        restore="Restore"
      />
    </>
  )
}

const categoryFormId = "category"

function OneCategory({
  kind,
  category,
  result,
}: {
  kind: ExpenseKind
  category?: ExpenseCategory
  result?: SubmissionResult
}) {
  const texts = expenseTexts[kind]
  const [form, fields] = useForm<Record<"name" | "account", string>>({
    id: categoryFormId,
    lastResult: result,
    defaultValue: category && { name: category.name, account: category.account ?? "" },
  })
  return (
    <PostForm edits={category !== undefined} className="form grow" {...getFormProps(form)}>
      <div className="columns">
        <Field meta={fields.name} label="Name" hint={texts.categoryHint} maxLength={60} />
        <Field meta={fields.account} label="Account" hint={texts.accountHint} optional maxLength={60} />
      </div>
      <SubmitRow
        label={category ? "Save category" : "Add category"}
        intent="save"
        variant="secondary"
        pending="Saving…"
        cancel={category ? paths.expenseCategories(named(kind)) : null}
      />
    </PostForm>
  )
}
