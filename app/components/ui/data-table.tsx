import { useLocation } from "@remix-run/react"
import { type ReactNode, useId } from "react"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { Link } from "./button"

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

/** What `paged` says of the page of a list. */
export type Pages = {
  /** the page and the last one, counted from 1 */
  page: number
  last: number
  /** first and last row on this page, counted from 1, and how many there are */
  from: number
  to: number
  total: number
  /** what the address calls the page */
  parameter: string
}

type PaginationProps = Pages & {
  /** what the rows are, where the page doesn't say it: "teachers" */
  of?: string
  /** where the list stands, if not at the top of the page's own address */
  list?: string
}

/** "21–40 of 132" between the pages beside it, with the filters of the address; an empty list has none. */
export function Pagination({ page, last, from, to, total, parameter, of, list }: PaginationProps) {
  const { pathname, search } = useLocation()
  if (total === 0) return null
  const at = (other: number) => {
    const query = new URLSearchParams(search)
    query.set(parameter, String(other))
    const [path, part] = (list ?? pathname).split("#")
    return `${path}?${query}${part ? `#${part}` : ""}`
  }
  return (
    <nav className="toolbar" aria-label="Pages">
      {page > 1 ? (
        <Link className="button" to={at(page - 1)} rel="prev">
          Previous
        </Link>
      ) : null}{" "}
      <span className="dim">
        {`${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}${of ? ` ${of}` : ""}`}
      </span>{" "}
      {page < last ? (
        <Link className="button" to={at(page + 1)} rel="next">
          Next
        </Link>
      ) : null}
    </nav>
  )
}

/** The same only where there is more than one page. */
export const MorePages = (pages: PaginationProps) => (pages.last > 1 ? <Pagination {...pages} /> : null)

/** An empty list: what belongs here and why, with at most one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <div className="empty-staff">
        <svg aria-hidden="true" viewBox="0 0 16 40">
          <path d="M4.5 2 11 12c-3 3-2.6 6.5 1 10.5-3.6-1.6-6.4-.7-4.2 5.5C3.5 25 3 20.5 6.8 19.5L3 13c3-2.8 3.3-6.5 1.5-11z" />
        </svg>
      </div>
      <p>{children}</p>
      {action}
    </div>
  )
}
