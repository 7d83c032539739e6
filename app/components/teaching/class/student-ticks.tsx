import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/post-form"
import { FieldProblem } from "~/components/ui/field-problem"

type StudentTicksProps = {
  search: FieldMeta
  students: FieldMeta
  offered: { id: string; name: string; about: string }[]
  chosen: readonly string[]
  /** the query whose results are shown, "" without one: what is typed since is not it */
  searched: string
}

/** Students to select, found by a search that keeps earlier selections. */
export function StudentTicks({ search, students, offered, chosen, searched }: StudentTicksProps) {
  const selected = new Set(chosen)
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <Field meta={search} label="Find students" hint="Name, ID or guardian" optional maxLength={100} />
        </div>
        <input type="hidden" name="searchShown" value={searched} />
        <SubmitButton intent="find" variant="secondary" pending="Searching…" formNoValidate label="Search" />
      </div>
      <fieldset
        className={students.errors ? "field invalid" : "field"}
        id={students.id}
        tabIndex={-1}
        aria-describedby={students.errors ? students.errorId : undefined}
      >
        <legend>
          {searched ? "Search results" : offered.length > 0 ? "Suggestions" : "No students selected"}
        </legend>
        <FieldProblem id={students.errorId} message={students.errors?.join(" ")} />
        {offered.length === 0 && searched !== "" ? (
          <p className="dim">No other students match that name.</p>
        ) : null}
        <div className="columns">
          {offered.map(({ id, name, about }) => (
            <label className="checkbox" key={id}>
              <input type="checkbox" name="students" value={id} defaultChecked={selected.has(id)} />
              <span>
                {name} <span className="dim">{about}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}
