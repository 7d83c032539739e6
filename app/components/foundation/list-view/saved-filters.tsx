import type { SubmissionResult } from "@conform-to/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import { useHasRight } from "~/components/ui/limits"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import {
  type Columns,
  columnNames,
  type SavedFilter,
  withoutAmounts,
} from "~/models/foundation/saved-filter/list-view"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

export type FilterChip = {
  label: string
  query: Record<string, string | undefined>
  count: number | null
  isCurrent: boolean
}

type SavedFiltersProps = {
  /** The usual filters of the list. */
  chips?: FilterChip[]
  saved: SavedFilter[]
  /** The current filters as they'd be saved. */
  current: string
  canSave: boolean
  /** The address of the list with a filter. */
  at: (query: Record<string, string | undefined>) => string
  /** A name that was refused. */
  result: SubmissionResult | undefined
}

/** The usual filters of the list and those saved under a name; the current ones can be saved. */
export function SavedFilters(props: SavedFiltersProps) {
  const { chips = [], saved, current, canSave, at, result } = props
  const maySendToAll = useHasRight()("message:all")
  const problems = { name: result?.error?.name?.[0], shared: result?.error?.shared?.[0] }
  const chosen = saved.find(({ query }) => query === current)
  if (chips.length + saved.length === 0 && !canSave) return null
  return (
    <div className="stack no-print">
      {chips.length + saved.length > 0 ? (
        <nav className="filter-chips" aria-label="Saved filters">
          {chips.map(({ label, query, count, isCurrent }) => (
            <Link key={label} to={at(query)} aria-current={isCurrent ? "page" : undefined}>
              {`${label} `}
              {count === null ? null : <span>{`${formatNumber(count)} `}</span>}
            </Link>
          ))}{" "}
          {saved.map(({ id, name, query, isShared }) => (
            <Link
              key={id}
              to={at(Object.fromEntries(new URLSearchParams(query)))}
              aria-current={query === current ? "page" : undefined}
            >
              {`${name} `}
              {isShared ? <span>{"shared "}</span> : null}
            </Link>
          ))}
        </nav>
      ) : null}
      {chosen ? (
        <PostForm className="toolbar">
          {maySendToAll ? (
            <Link to={paths.newMessage({ to: `filter:${chosen.id}` })}>Message “{chosen.name}”</Link>
          ) : null}
          {chosen.isOwn ? (
            <>
              <input type="hidden" name="filter" value={chosen.id} />
              <SubmitButton
                intent="remove-filter"
                variant="danger"
                pending="Removing…"
                label="Remove this filter"
              />
            </>
          ) : null}
        </PostForm>
      ) : canSave ? (
        <details className="disclosure" open={problems.name !== undefined || problems.shared !== undefined}>
          <summary>Save this filter</summary>
          <PostForm className="toolbar" sends={{ query: current }}>
            <label htmlFor="save-filter-name">Name</label>
            <input
              id="save-filter-name"
              name="name"
              type="text"
              maxLength={60}
              defaultValue={String(result?.initialValue?.name ?? "")}
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
            <SubmitButton intent="save-filter" variant="secondary" pending="Saving…" label="Save filter" />
            <FieldProblem id="save-filter-name-error" message={problems.name} />
            <FieldProblem id="save-filter-shared-error" message={problems.shared} />
          </PostForm>
        </details>
      ) : null}
    </div>
  )
}

type OwnField = { id: string; name: string }

type ColumnChoiceProps<Name extends string> = {
  of: Columns<Name>
  /** those that are shown */
  columns: readonly Name[]
  /** those of the school's own fields that are shown, and all of them */
  own: readonly OwnField[]
  fields: readonly OwnField[]
}

/** Which columns the list shows, for this person. */
export function ColumnChoice<Name extends string>(props: ColumnChoiceProps<Name>) {
  const { columns, own, fields } = props
  const of = useHasRight()("invoice:read") ? props.of : withoutAmounts(props.of)
  return (
    <details className="disclosure no-print">
      <summary>Columns</summary>
      <PostForm edits className="toolbar">
        {columnNames(of).map((name) => (
          <label className="checkbox" key={name}>
            <input type="checkbox" name="column" value={name} defaultChecked={columns.includes(name)} />
            <span>{of.labels[name]}</span>{" "}
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
            <span>{name}</span>{" "}
          </label>
        ))}
        <SubmitButton intent="columns" isMain variant="secondary" pending="Saving…" label="Save columns" />
        <Button intent="usual-columns" variant="plain">
          Reset
        </Button>
      </PostForm>
    </details>
  )
}
