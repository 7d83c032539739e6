import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"

type PeriodLinksProps = {
  /** what an arrow goes by: "week" */
  unit: string
  previous: string
  today: string
  next: string
}

/** From one period to the next, and back to the present one. */
export function PeriodLinks({ unit, previous, today, next }: PeriodLinksProps) {
  return (
    <div className="toolbar no-print">
      <Link className="button" to={previous} rel="prev" aria-label={`Previous ${unit}`}>
        ←
      </Link>
      <Link className="button" to={today}>
        Today
      </Link>
      <Link className="button" to={next} rel="next" aria-label={`Next ${unit}`}>
        →
      </Link>
      <span className="ml-auto">
        <PrintButton />
      </span>
    </div>
  )
}
