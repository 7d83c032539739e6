import { formatDate } from "~/utils/formats"

/** The day an invoice is due; phones have no column heading, so the label comes with it. */
export function DueOn({ date }: { date: string }) {
  return (
    <span>
      <span className="sm:hidden">due </span>
      {formatDate(date, "medium")}
    </span>
  )
}
