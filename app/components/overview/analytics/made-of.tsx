import { FigureRow } from "~/components/ui/figure-row"
import type { MetricKey } from "~/models/foundation/metrics/glossary"

type MadeOfProps = {
  made: {
    is: "share" | "difference" | "sum" | "balance"
    text: string
    parts: { metric: MetricKey; name: string; definition: string; text: string; opens: boolean }[]
  }
  to: (metric: MetricKey) => string
}

const sentences = {
  share: "The first figure as a share of the second:",
  difference: "The first figure less the others:",
  balance: "The first and the last figure less those between:",
  sum: "These figures added up:",
}

/** A share, a difference or a sum with the figures it is made of; each opens its own rows. */
export function MadeOf({ made: { is, text, parts }, to }: MadeOfProps) {
  return (
    <>
      <p>
        {sentences[is]} <b>{text}</b>
      </p>
      <FigureRow
        label="Made of"
        items={parts.map(({ metric, name, text: figure, opens }) => ({
          figure,
          label: name,
          to: opens ? to(metric) : undefined,
          metric,
        }))}
      />
      <dl className="definitions">
        {parts.map(({ metric, name, definition }) => (
          <div key={metric}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
