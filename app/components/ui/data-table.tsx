import type { ReactNode } from "react"

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** right-aligned with tabular figures */
  numeric?: boolean
  /** buttons or links: the heading is only read out, on a phone they close the card */
  action?: boolean
}

type DataTableProps<Row> = {
  /** what the table lists, for those who cannot see the heading above it */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  /** rows with controls stand in the middle of their line */
  middle?: boolean
}

/** A table that turns into cards at 640 px: the first column titles the card, the others keep their label. */
export function DataTable<Row>({ caption, columns, rows, rowKey, middle }: DataTableProps<Row>) {
  return (
    <table className={middle ? "card mid" : "card"}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, numeric, action }) => (
            <th key={label} scope="col" className={numeric ? "num" : undefined}>
              {action ? <span className="sr">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ label, cell, numeric, action }, place) => (
              <td
                key={label}
                className={action ? "act num" : numeric ? "num" : undefined}
                data-l={place === 0 || action ? undefined : label}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
