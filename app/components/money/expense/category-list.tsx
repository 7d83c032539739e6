import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import type { ExpenseCategory } from "~/models/money/expense/expense"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

export const categoryFormId = "category"

type CategoryListProps = {
  categories: readonly ExpenseCategory[]
  /** The category whose form is open. */
  editing: string | null
  result?: SubmissionResult
}

/** The categories of expenses, one of them open as a form, and a form for another one. */
export function CategoryList({ categories, editing, result }: CategoryListProps) {
  const offered = categories.filter(({ isArchived }) => !isArchived)
  const archived = categories.filter(({ isArchived }) => isArchived)
  return (
    <>
      <ul className="rows">
        {offered.map((category) => (
          <li key={category.id} className="flex-wrap">
            {category.id === editing ? (
              <OneCategory category={category} result={result} />
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
                </span>
                <Link
                  to={paths.expenseCategories({ edit: category.id })}
                  aria-label={`Edit ${category.name}`}
                >
                  Edit
                </Link>
                <ArchiveButton category={category} />
              </>
            )}
          </li>
        ))}
      </ul>
      {editing === null ? (
        <details className="form-disclosure" open={result !== undefined}>
          <summary className="button">Add a category</summary>
          <OneCategory result={result} />
        </details>
      ) : null}
      {archived.length > 0 ? (
        <details>
          <summary>{countOf(archived.length, "archived category", "archived categories")}</summary>
          <ul className="rows">
            {archived.map((category) => (
              <li key={category.id}>
                <span>{category.name}</span>
                <ArchiveButton category={category} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function ArchiveButton({ category: { id, name, isArchived } }: { category: ExpenseCategory }) {
  return (
    <PostForm preventScrollReset action={paths.expenseCategories()}>
      <input type="hidden" name="category" value={id} />
      <Button type="submit" name="intent" value={isArchived ? "restore" : "archive"} variant="plain">
        {isArchived ? "Restore" : "Archive"}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </PostForm>
  )
}

function OneCategory({ category, result }: { category?: ExpenseCategory; result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<"name" | "account", string>>({
    id: categoryFormId,
    lastResult: result,
    defaultValue: category && { name: category.name, account: category.account ?? "" },
  })
  return (
    <PostForm edits={category !== undefined} className="form grow" {...getFormProps(form)}>
      <div className="columns">
        <Field meta={fields.name} label="Name" hint="For example, Insurance" maxLength={60} />
        <Field
          meta={fields.account}
          label="Account"
          hint="What your accountant calls it, for example 469"
          optional
          maxLength={60}
        />
      </div>
      <p className="buttons">
        <SubmitButton intent="save" variant="secondary" pending="Saving…">
          {category ? "Save category" : "Add category"}
        </SubmitButton>
        {category ? <Link to={paths.expenseCategories()}>Cancel</Link> : null}
      </p>
    </PostForm>
  )
}
