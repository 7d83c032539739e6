import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"

type PeriodLinksProps = {
  /** what a step is: "week" */
  unit: string
  previous: string
  today: string
  next: string
}

/** Links to the previous and next period, and to today. */
export function PeriodLinks({ unit, previous, today, next }: PeriodLinksProps) {
  return (
    <div className="toolbar no-print">
      <Link className="button" to={previous} rel="prev" aria-label={`Previous ${unit}`}>
        ← Previous
      </Link>
      <Link className="button" to={today}>
        Today
      </Link>
      <Link className="button" to={next} rel="next" aria-label={`Next ${unit}`}>
        Next →
      </Link>
      <span className="ml-auto">
        <PrintButton />
      </span>
    </div>
  )
}
