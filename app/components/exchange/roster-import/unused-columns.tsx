import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"

const looksLike = {
  email: "email addresses",
  phone: "phone numbers",
  date: "dates",
  money: "amounts of money",
} as const

/** Columns that go to the notes, or nowhere, though they look like more: each can be used as a field. */
export function UnusedColumns({ columns }: { columns: DryRun["unused"] }) {
  if (columns.length === 0) return null
  return (
    <section className="section" aria-labelledby="unused">
      <h2 id="unused">{countOf(columns.length, "column")} without a field</h2>
      <ul className="rows">
        {columns.map(({ column, header, looks, samples, uses }) => (
          <li key={column}>
            <PostForm className="toolbar">
              <input type="hidden" name="column" value={column} />
              <p className="wrap-anywhere">
                <b>{header}</b> looks like {looksLike[looks]} and{" "}
                {looks === "money" ? "isn’t imported" : "goes to the notes"}.{" "}
                <span className="dim">{samples.join(" · ")}</span>
              </p>
              <label htmlFor={`use-${column}`}>Use it as</label>
              <select id={`use-${column}`} name="use" defaultValue={uses[0]?.value}>
                {uses.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <SubmitButton variant="secondary" intent="use" pending="Checking…">
                Use column
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
