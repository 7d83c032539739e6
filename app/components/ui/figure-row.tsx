import { Fragment, type ReactNode } from "react"
import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { formatNumber } from "~/utils/formats"
import { Link } from "./button"

/** `metric` names what it counts in the glossary; every figure of a dashboard has one. */
export type FigureItem = { figure: ReactNode; label: ReactNode; to?: string; metric?: MetricKeys }

/** Figures between barlines. When they lead somewhere they are a named navigation: a figure opens what it counted. */
export function FigureRow({ label, items }: { label: string; items: FigureItem[] }) {
  const cells = items.map(({ figure, label: text, to, metric }, index) => {
    // the figures of one render never move
    const key = String(index)
    const inside = (
      <>
        <b>{typeof figure === "number" ? formatNumber(figure) : figure}</b> {text}
      </>
    )
    return to ? (
      <Fragment key={key}>
        <Link to={to} data-figure={metric}>
          {inside}
        </Link>{" "}
      </Fragment>
    ) : (
      <div key={key} data-figure={metric}>
        {inside}
      </div>
    )
  })
  if (!items.some((item) => item.to)) return <div className="figures">{cells}</div>
  return (
    <nav className="figures" aria-label={label}>
      {cells}
    </nav>
  )
}
