import { DataTable } from "~/components/ui/data-table"
import type { ExplainedRow, Listed } from "~/models/roster-import/dry-run"

type ExplainedRowsProps = {
  caption: string
  list: Listed<ExplainedRow>
  /** what to do about the rows that are not shown */
  rest: string
}

/** Rows of the file with what there is to say of each, cell by cell. */
export function ExplainedRows({ caption, list, rest }: ExplainedRowsProps) {
  return (
    <>
      <DataTable
        caption={caption}
        rows={list.rows}
        rowKey={({ rowNumber }) => rowNumber}
        columns={[
          {
            label: "Row",
            cell: ({ rowNumber, name }) => (
              <>
                <b>{rowNumber}</b> {name}
              </>
            ),
          },
          {
            label: "Cell",
            cell: ({ says }) => (
              <ul>
                {says.map(({ column, value, message }) => (
                  <li key={message} className="wrap-anywhere">
                    {[column, value && `“${value}”`].filter(Boolean).join(": ") || "the whole row"}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            label: "Why",
            cell: ({ says }) => (
              <ul>
                {says.map(({ message }) => (
                  <li key={message} className="wrap-anywhere">
                    {message}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {list.total > list.rows.length ? (
        <p className="dim">
          And {(list.total - list.rows.length).toLocaleString("en-US")} more rows. {rest}
        </p>
      ) : null}
    </>
  )
}
