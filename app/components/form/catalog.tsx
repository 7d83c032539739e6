import type { ReactNode } from "react"
import { Link } from "~/components/ui/button"
import { countOf } from "~/utils/formats"
import { RowButton } from "./post-form"

type Entry = { id: string; name: string; isArchived: boolean }

type CatalogProps<Row extends Entry> = {
  rows: readonly Row[]
  /** instead of the rows in use, where there are none */
  empty?: ReactNode
  /** the row whose form is open */
  editing: string | null
  /** whether a form was refused: the one for another row is open then */
  isRefused: boolean
  facts: (row: Row) => ReactNode
  form: (row?: Row) => ReactNode
  /** the page, with the row whose form is to be open */
  at: (query: { edit?: string }) => string
  /** the form's field with the id of a row */
  field: string
  add: string
  archived: readonly [string, string?]
  archive: string
  restore: string
}

/** What the school offers by name: one row open as a form, a form for another one, and what is archived. */
export function Catalog<Row extends Entry>(props: CatalogProps<Row>) {
  const { rows, empty, editing, facts, form, at, field, archived } = props
  const inUse = rows.filter(({ isArchived }) => !isArchived)
  const button = ({ id, name }: Row, intent: "archive" | "restore") => (
    <RowButton action={at({})} sends={{ [field]: id }} intent={intent} label={props[intent]} of={name} />
  )
  return (
    <>
      {inUse.length === 0 && empty ? (
        empty
      ) : (
        <ul className="rows">
          {inUse.map((row) => (
            <li key={row.id} className="flex-wrap">
              {row.id === editing ? (
                form(row)
              ) : (
                <>
                  {facts(row)}{" "}
                  <Link to={at({ edit: row.id })} aria-label={`Edit ${row.name}`}>
                    Edit
                  </Link>
                  {button(row, "archive")}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing === null ? (
        <details className="form-disclosure" open={props.isRefused}>
          <summary className="button">{props.add}</summary>
          {form()}
        </details>
      ) : null}
      <Archived rows={rows} called={archived} button={(row) => button(row, "restore")} />
    </>
  )
}

type ArchivedProps<Row> = {
  rows: readonly Row[]
  /** "archived tax", and of several */
  called: readonly [string, string?]
  name?: (row: Row) => string
  button: (row: Row) => ReactNode
}

/** Those of a list that are archived, each with the way back. */
export function Archived<Row extends Entry>({ rows, called, name, button }: ArchivedProps<Row>) {
  const archived = rows.filter(({ isArchived }) => isArchived)
  if (archived.length === 0) return null
  return (
    <details>
      <summary>{countOf(archived.length, ...called)}</summary>
      <ul className="rows">
        {archived.map((row) => (
          <li key={row.id}>
            <span>{name ? name(row) : row.name}</span>
            {button(row)}
          </li>
        ))}
      </ul>
    </details>
  )
}
