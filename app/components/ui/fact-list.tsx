import type { ReactNode } from "react"

/** A label and its value. A value that is missing is "Not set". */
export type Fact = readonly [label: string, value: ReactNode]

/** Facts as text: the label in a column of its own, above its value on a phone. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{isMissing(value) ? <span className="dim">Not set</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isMissing = (value: ReactNode) => value === null || value === undefined || value === ""
