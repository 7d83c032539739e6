import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { type ExpenseCategory, type ExpenseKind, named } from "~/models/money/expense/expense"
import { expenseTexts } from "~/texts/money/expense-texts"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

export const categoryFormId = "category"

type CategoryListProps = {
  kind: ExpenseKind
  categories: readonly ExpenseCategory[]
  /** The category whose form is open. */
  editing: string | null
  result?: SubmissionResult
}

/** The categories of expenses, one of them open as a form, and a form for another one. */
export function CategoryList({ kind, categories, editing, result }: CategoryListProps) {
  const offered = categories.filter(({ isArchived }) => !isArchived)
  const archived = categories.filter(({ isArchived }) => isArchived)
  return (
    <>
      <ul className="rows">
        {offered.map((category) => (
          <li key={category.id} className="flex-wrap">
            {category.id === editing ? (
              <OneCategory kind={kind} category={category} result={result} />
            ) : (
              <>
                <span className="flex-1">
                  <b>{category.name}</b>
                  {category.account ? (
                    <>
                      <br />
                      <span className="small dim">Account {category.account}</span>
                    </>
                  ) : null}
                </span>{" "}
                <Link
                  to={paths.expenseCategories({ edit: category.id, ...named(kind) })}
                  aria-label={`Edit ${category.name}`}
                >
                  Edit
                </Link>
                <ArchiveButton kind={kind} category={category} />
              </>
            )}
          </li>
        ))}
      </ul>
      {editing === null ? (
        <details className="form-disclosure" open={result !== undefined}>
          <summary className="button">Add a category</summary>
          <OneCategory kind={kind} result={result} />
        </details>
      ) : null}
      {archived.length > 0 ? (
        <details>
          <summary>{countOf(archived.length, "archived category", "archived categories")}</summary>
          <ul className="rows">
            {archived.map((category) => (
              <li key={category.id}>
                <span>{category.name}</span>
                <ArchiveButton kind={kind} category={category} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function ArchiveButton({
  kind,
  category: { id, name, isArchived },
}: {
  kind: ExpenseKind
  category: ExpenseCategory
}) {
  return (
    <PostForm preventScrollReset action={paths.expenseCategories(named(kind))}>
      <input type="hidden" name="category" value={id} />
      <Button type="submit" name="intent" value={isArchived ? "restore" : "archive"} variant="plain">
        {isArchived ? "Restore" : "Archive"}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </PostForm>
  )
}

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
      <p className="buttons">
        <SubmitButton intent="save" variant="secondary" pending="Saving…">
          {category ? "Save category" : "Add category"}
        </SubmitButton>
        {category ? <Link to={paths.expenseCategories(named(kind))}>Cancel</Link> : null}
      </p>
    </PostForm>
  )
}
