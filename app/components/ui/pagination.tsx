import { useLocation } from "@remix-run/react"
import { formatNumber } from "~/utils/formats"
import { Link } from "./button"

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
