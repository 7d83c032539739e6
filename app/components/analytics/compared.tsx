import type { ReactNode } from "react"
import { Measures } from "~/components/ui/measures"

type Figure = { figure: ReactNode; noun: string; before: ReactNode; to?: string }

/** Figures of the period, each with what it was in the months before. */
export function Compared({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <Measures
      label={label}
      measures={figures.map(({ figure, noun, before, to }) => ({
        figure,
        label: (
          <>
            {noun} <span className="dim">before: {before}</span>
          </>
        ),
        to,
      }))}
    />
  )
}
