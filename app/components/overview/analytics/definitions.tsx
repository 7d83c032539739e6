/** What the figures of a card count, folded away. */
export function Definitions({ of }: { of: readonly { name: string; definition: string }[] }) {
  if (of.length === 0) return null
  return (
    <details className="small no-print">
      <summary className="dim">What these figures count</summary>
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
