import type { ReactNode } from "react"
import { Figure } from "~/components/ui/figure"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { paths } from "~/utils/paths"
import type { Address } from "./card-head"

/** What a tab says first: a few sentences, whose figures open what they count. */
export function Answers({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="answers" aria-label={label}>
      {children}
    </section>
  )
}

/** What a figure was in the days compared with. */
export const Previously = ({ children }: { children: string }) => (
  <span className="dim">{` (previously ${children})`}</span>
)

type SummedCard = {
  key: string
  columns: { metric: MetricKey; opens: boolean }[]
  total: string[]
}

/** The total of a card's column, which opens its rows; null where the card isn’t among them. */
export function TotalOf(props: {
  /** what is counted, after the figure */
  noun?: string
  of: MetricKey
  card: string
  cards: readonly SummedCard[]
  address: Address
}) {
  const { of, address } = props
  const card = props.cards.find(({ key }) => key === props.card)
  const index = card?.columns.findIndex(({ metric }) => metric === of) ?? -1
  if (!card || index < 0) return null
  const to = card.columns[index]?.opens ? paths.figureRows({ ...address, card: card.key, of }) : undefined
  return (
    <Figure of={of} to={to}>
      {props.noun ? `${card.total[index]} ${props.noun}` : card.total[index]}
    </Figure>
  )
}
