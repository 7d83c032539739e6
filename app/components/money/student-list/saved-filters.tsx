import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import { Link } from "~/components/ui/link"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import { columnNames, type StudentColumn, studentColumns } from "~/models/money/student-list/student-columns"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type FilterChip = {
  label: string
  query: Record<string, string | undefined>
  count: number | null
  isCurrent: boolean
}
export type OwnFilter = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean }

type SavedFiltersProps = {
  chips: FilterChip[]
  saved: OwnFilter[]
  /** The current filters as they'd be saved. */
  current: string
  canSave: boolean
  problems: { name?: string; shared?: string }
  /** The name that was refused. */
  typed: string
}

/** The usual filters of the list and those saved under a name; the current ones can be saved. */
export function SavedFilters({ chips, saved, current, canSave, problems, typed }: SavedFiltersProps) {
  const chosen = saved.find(({ query }) => query === current)
  return (
    <div className="stack no-print">
      <nav className="filter-chips" aria-label="Saved filters">
        {chips.map(({ label, query, count, isCurrent }) => (
          <Link key={label} to={paths.students(query)} aria-current={isCurrent ? "page" : undefined}>
            {label} {count === null ? null : <span>{formatNumber(count)}</span>}
          </Link>
        ))}
        {saved.map(({ id, name, query, isShared }) => (
          <Link
            key={id}
            to={paths.students(Object.fromEntries(new URLSearchParams(query)))}
            aria-current={query === current ? "page" : undefined}
          >
            {name} {isShared ? <span>shared</span> : null}
          </Link>
        ))}
      </nav>
      {chosen ? (
        <PostForm className="toolbar">
          <Link to={paths.newMessage({ to: `filter:${chosen.id}` })}>Message “{chosen.name}”</Link>
          {chosen.isOwn ? (
            <>
              <input type="hidden" name="filter" value={chosen.id} />
              <SubmitButton intent="remove-filter" variant="danger" pending="Removing…">
                Remove this filter
              </SubmitButton>
            </>
          ) : null}
        </PostForm>
      ) : canSave ? (
        <details className="disclosure" open={problems.name !== undefined || problems.shared !== undefined}>
          <summary>Save this filter</summary>
          <PostForm className="toolbar">
            <input type="hidden" name="query" value={current} />
            <label htmlFor="save-filter-name">Name</label>
            <input
              id="save-filter-name"
              name="name"
              type="text"
              maxLength={60}
              defaultValue={typed}
              required
              aria-invalid={problems.name ? true : undefined}
              aria-describedby={problems.name ? "save-filter-name-error" : undefined}
            />
            <label className="checkbox">
              <input
                id="save-filter-shared"
                type="checkbox"
                name="shared"
                aria-invalid={problems.shared ? true : undefined}
                aria-describedby={problems.shared ? "save-filter-shared-error" : undefined}
              />
              <span>Share with everyone who runs the school</span>
            </label>
            <SubmitButton intent="save-filter" variant="secondary" pending="Saving…">
              Save filter
            </SubmitButton>
            <FieldProblem id="save-filter-name-error" message={problems.name} />
            <FieldProblem id="save-filter-shared-error" message={problems.shared} />
          </PostForm>
        </details>
      ) : null}
    </div>
  )
}

type OwnField = { id: string; name: string }
/** `own` are those of the school's own fields that are shown. */
type ColumnChoiceProps = {
  columns: readonly StudentColumn[]
  own: readonly OwnField[]
  fields: readonly OwnField[]
}

/** Which columns the list shows, for this person. */
export function ColumnChoice({ columns, own, fields }: ColumnChoiceProps) {
  return (
    <details className="disclosure no-print">
      <summary>Columns</summary>
      <PostForm className="toolbar">
        {columnNames.map((name) => (
          <label className="checkbox" key={name}>
            <input type="checkbox" name="column" value={name} defaultChecked={columns.includes(name)} />
            <span>{studentColumns[name]}</span>
          </label>
        ))}
        {fields.map(({ id, name }) => (
          <label className="checkbox" key={id}>
            <input
              type="checkbox"
              name="column"
              value={fieldParameter(id)}
              defaultChecked={own.some((field) => field.id === id)}
            />
            <span>{name}</span>
          </label>
        ))}
        <SubmitButton intent="columns" isMain variant="secondary" pending="Saving…">
          Save columns
        </SubmitButton>
        <Button name="intent" value="usual-columns" variant="plain">
          Reset
        </Button>
      </PostForm>
    </details>
  )
}
