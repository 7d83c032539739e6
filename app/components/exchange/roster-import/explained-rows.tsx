import { DataTable, MorePages } from "~/components/ui/data-table"
import { rowText } from "~/models/exchange/roster/roster-text"
import { type ExplainedRow, type Paged, ROWS_PER_PAGE } from "~/models/exchange/roster-import/dry-run"
import { pagesOf } from "~/utils/page-number"

type ExplainedRowsProps = {
  caption: string
  list: Paged<ExplainedRow>
}

/** Rows of the file with their problems, cell by cell. */
export function ExplainedRows({ caption, list }: ExplainedRowsProps) {
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
                <b>{rowText(rowNumber)}</b> {name}
              </>
            ),
          },
          {
            label: "Cell",
            cell: ({ says }) => (
              <ul>
                {says.map(({ column, value, message }) => (
                  <li key={message} className="wrap-anywhere">
                    {[column, value && `“${value}”`].filter(Boolean).join(": ") || "Whole row"}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            label: "Problem",
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
      <MorePages {...pagesOf(list.page, list.total, ROWS_PER_PAGE)} />
    </>
  )
}
