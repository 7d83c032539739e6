import type { ReactNode } from "react"
import { Link } from "./link"

type Measure = { figure: ReactNode; label: ReactNode; to?: string }

/** Figures between barlines. When they lead somewhere they are a named navigation: a figure opens what it counted. */
export function Measures({ label, measures }: { label: string; measures: Measure[] }) {
  const cells = measures.map(({ figure, label: words, to }, place) => {
    // the figures of one render never change places
    const key = String(place)
    const inside = (
      <>
        <b>{figure}</b> {words}
      </>
    )
    return to ? (
      <Link key={key} to={to}>
        {inside}
      </Link>
    ) : (
      <div key={key}>{inside}</div>
    )
  })
  if (!measures.some((measure) => measure.to)) return <div className="meas">{cells}</div>
  return (
    <nav className="meas" aria-label={label}>
      {cells}
    </nav>
  )
}
