import { RehearsalLetter } from "~/components/ui/rehearsal-letter"

type Lettered = readonly [letter: string, name: string, text: string]

/** Parts or steps under rehearsal marks. */
export function LetteredList({ items }: { items: readonly Lettered[] }) {
  return (
    <ol className="feature-list">
      {items.map(([letter, name, text]) => (
        <li key={letter}>
          <RehearsalLetter letter={letter} />
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
