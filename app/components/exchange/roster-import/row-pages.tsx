import { Pagination } from "~/components/ui/pagination"
import { type Paged, ROWS_PER_PAGE } from "~/models/exchange/roster-import/dry-run"

type RowPagesProps = {
  list: Pick<Paged<unknown>, "page" | "total">
  /** the address of another page of the list */
  pageAddress: (page: number) => string
}

/** The way to the other pages of a list of rows that has several. */
export function RowPages({ list: { page, total }, pageAddress }: RowPagesProps) {
  const from = (page - 1) * ROWS_PER_PAGE
  return (
    <Pagination
      from={Math.min(from + 1, total)}
      to={Math.min(from + ROWS_PER_PAGE, total)}
      total={total}
      previous={page > 1 ? pageAddress(page - 1) : undefined}
      next={from + ROWS_PER_PAGE < total ? pageAddress(page + 1) : undefined}
    />
  )
}
