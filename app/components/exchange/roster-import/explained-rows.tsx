import { DataTable } from "~/components/ui/data-table"
import { rowText } from "~/models/exchange/roster/roster-text"
import { type ExplainedRow, type Paged, ROWS_PER_PAGE } from "~/models/exchange/roster-import/dry-run"
import { RowPages } from "./row-pages"

type ExplainedRowsProps = {
  caption: string
  list: Paged<ExplainedRow>
  /** the address of another page of the list */
  pageAddress: (page: number) => string
}

/** Rows of the file with their problems, cell by cell. */
export function ExplainedRows({ caption, list, pageAddress }: ExplainedRowsProps) {
  const { total } = list
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
      {total > ROWS_PER_PAGE ? <RowPages list={list} pageAddress={pageAddress} /> : null}
    </>
  )
}
