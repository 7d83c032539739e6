import { type ReactNode, useId } from "react"
import { formatMoney } from "~/utils/money"
import { Link } from "./button"
import { EmptyState } from "./empty-state"

export type Column<Row> = {
  label: string
  /** where two columns can have one label, such as a field of the school's own: which one it is */
  id?: string
  cell: (row: Row) => ReactNode
  /** right-aligned with tabular figures */
  numeric?: boolean
  /** buttons or links: the heading is only read out, on a phone they close the card */
  action?: boolean
  /** on a phone it moves beside the title of a terse card */
  beside?: boolean
  /** in a table with boxes, on a phone: below the title, beside it or below that; without it, left out there */
  small?: "under" | "side" | "below"
  /** the heading is a link that sorts by it */
  sort?: { to: string; is?: "ascending" | "descending" }
}

/** An amount of money in minor units, which a phone has beside the title. */
export const amountColumn = <Key extends string>(
  of: Key,
  currency: string,
  label = "Amount",
): Column<Record<Key, number>> => ({
  label,
  numeric: true,
  beside: true,
  cell: (row) => formatMoney(row[of], currency),
})

type DataTableProps<Row> = {
  /** what the table lists, for screen readers */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  /** what is said instead of a table without rows, with at most one action */
  empty?: ReactNode
  emptyAction?: ReactNode
  rowKey?: RowKey<Row>
  /** an id of the rows in the page */
  rowsId?: string
  /** rows with controls are centered vertically */
  middle?: boolean
  /** on a phone the card is two or three lines: without labels, or with them before each value */
  terse?: boolean | "labelled"
  /** a box before each row; how the row is called for who doesn't see it, and what the box sends */
  pick?: (row: Row) => { label: string; value: string }
} & (Row extends { id: string | number } ? { rowKey?: RowKey<Row> } : { rowKey: RowKey<Row> })

/** What tells the rows apart; their ids where it isn't said. */
type RowKey<Row> = (row: Row) => string | number

const idOf: RowKey<unknown> = (row) => (row as { id: string | number }).id

/** As cards more rows than these are several screens of a phone. */
const mostToPass = 15

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ") || undefined

/**
 * A table that turns into cards at 640 px: the first column titles the card, the others keep their label. One with boxes scrolls by
 * itself where the columns that someone chose have no room.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  empty,
  emptyAction,
  rowKey = idOf,
  rowsId,
  middle,
  terse,
  pick,
}: DataTableProps<Row>) {
  const endId = useId()
  if (rows.length === 0 && empty !== undefined) return <EmptyState action={emptyAction}>{empty}</EmptyState>
  const lastToPass = rows.length > mostToPass ? rows.length - 1 : undefined
  const cells = (row: Row) => (
    <>
      {pick ? <PickCell {...pick(row)} /> : null}
      {columns.map(({ label, id = label, cell, numeric, action, beside, small }, index) => (
        <td
          key={id}
          className={classes(
            action && "actions",
            (action || numeric) && "numeric",
            beside && "beside",
            small && `small-${small}`,
          )}
          // No phone shows the labels of a table with boxes; its rows are many.
          data-l={pick || index === 0 || action ? undefined : label}
        >
          {cell(row)}
        </td>
      ))}
    </>
  )
  const table = (
    <table
      className={classes(
        "data-table",
        middle && "middle",
        terse && "compact",
        terse === "labelled" && "labeled",
        pick && "picks",
      )}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {pick ? (
            <th scope="col" className="pick">
              <span className="visually-hidden">Select</span>
            </th>
          ) : null}
          {columns.map(({ label, id = label, numeric, action, sort }) => (
            <th key={id} scope="col" className={numeric ? "numeric" : undefined} aria-sort={sort?.is}>
              {sort ? (
                <Link to={sort.to} preventScrollReset>
                  {label}
                </Link>
              ) : action ? (
                <span className="visually-hidden">{label}</span>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody id={rowsId}>
        {rows.map((row, index) => (
          <tr key={rowKey(row)} id={index === lastToPass ? endId : undefined}>
            {cells(row)}
          </tr>
        ))}
      </tbody>
    </table>
  )
  const list = pick ? <div className="list-rows">{table}</div> : table
  if (lastToPass === undefined) return list
  return (
    <>
      <p className="small no-print sm:hidden">
        <a href={`#${endId}`}>Skip to the end of the list</a>
      </p>
      {list}
    </>
  )
}

function PickCell({ label, value }: { label: string; value: string }) {
  return (
    <td className="pick">
      <label>
        <input type="checkbox" name="id" value={value} aria-label={`Select ${label}`} />
      </label>
    </td>
  )
}
