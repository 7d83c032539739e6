import { formatNumber } from "~/utils/formats"
import { Link } from "./link"

type PaginationProps = {
  /** first and last row on this page, counted from 1, and how many there are */
  from: number
  to: number
  total: number
  /** addresses of the neighboring pages, filters included */
  previous?: string
  next?: string
  /** what the rows are, where the page doesn't say it: "teachers" */
  of?: string
}

/** "21–40 of 132" between the pages beside it; an empty list has none. */
export function Pagination({ from, to, total, previous, next, of }: PaginationProps) {
  if (total === 0) return null
  return (
    <nav className="toolbar" aria-label="Pages">
      {previous ? (
        <Link className="button" to={previous} rel="prev">
          Previous
        </Link>
      ) : null}{" "}
      <span className="dim">
        {`${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}${of ? ` ${of}` : ""}`}
      </span>{" "}
      {next ? (
        <Link className="button" to={next} rel="next">
          Next
        </Link>
      ) : null}
    </nav>
  )
}
