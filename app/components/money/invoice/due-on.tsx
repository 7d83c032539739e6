import { formatDate } from "~/utils/date-text"

/** The day an invoice is due; on a phone, where no heading says so, the word comes with it. */
export function DueOn({ date }: { date: string }) {
  return (
    <span>
      <span className="sm:hidden">due </span>
      {formatDate(date, "medium")}
    </span>
  )
}
