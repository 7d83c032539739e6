import { Link } from "~/components/ui/button"
import { PrintButton } from "~/components/ui/print-button"

type PeriodLinksProps = {
  /** what a step is: "week" */
  unit: string
  previous: string
  today: string
  /** What `today` leads to, where it isn't today's period. */
  todayLabel?: string
  next: string
}

/** Links to the previous and next period, and to today. */
export function PeriodLinks({ unit, previous, today, todayLabel = "Today", next }: PeriodLinksProps) {
  return (
    <div className="toolbar no-print">
      <Link
        className="button"
        to={previous}
        rel="prev"
        title={`Previous ${unit}`}
        aria-label={`Previous ${unit}`}
      >
        ← <span className="max-sm:hidden">Previous</span>
      </Link>{" "}
      <Link className="button" to={today}>
        {todayLabel}
      </Link>{" "}
      <Link className="button" to={next} rel="next" title={`Next ${unit}`} aria-label={`Next ${unit}`}>
        <span className="max-sm:hidden">Next</span> →
      </Link>{" "}
      <span className="ml-auto">
        <PrintButton />
      </span>
    </div>
  )
}
