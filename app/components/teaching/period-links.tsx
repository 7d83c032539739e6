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
    <div className="tools noprint">
      <Link className="btn" to={previous} rel="prev" aria-label={`Previous ${unit}`}>
        ←
      </Link>
      <Link className="btn" to={today}>
        Today
      </Link>
      <Link className="btn" to={next} rel="next" aria-label={`Next ${unit}`}>
        →
      </Link>
      <span className="push">
        <PrintButton />
      </span>
    </div>
  )
}
