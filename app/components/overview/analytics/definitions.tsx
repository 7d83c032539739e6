import { joinNames } from "~/utils/names"

type DefinitionsProps = {
  of: readonly { name: string; definition: string }[]
  /** the card's title, where others have figures of the same names */
  card?: string
}

/** What the figures of a card count, folded away. */
export function Definitions({ of, card }: DefinitionsProps) {
  if (of.length === 0) return null
  return (
    <details className="small no-print">
      <summary className="dim">
        What these figures count
        <span className="visually-hidden">{`: ${card ?? joinNames(of.map(({ name }) => name))}`}</span>
      </summary>
      <dl className="definitions">
        {of.map(({ name, definition }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
