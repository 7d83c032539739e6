import type { ReactNode } from "react"
import { FigureRow } from "~/components/ui/figure-row"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"

type Figure = { figure: ReactNode; noun: string; before: ReactNode; to?: string; metric: MetricKeys }

/** Figures of the period, each with what it was in the months before. */
export function Compared({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <FigureRow
      label={label}
      items={figures.map(({ figure, noun, before, to, metric }) => ({
        figure,
        label: (
          <>
            {noun} <span className="dim">previously {before}</span>
          </>
        ),
        to,
        metric,
      }))}
    />
  )
}
