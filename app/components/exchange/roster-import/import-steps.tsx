const steps = [
  { letter: "A", name: "File" },
  { letter: "B", name: "Columns" },
  { letter: "C", name: "Check" },
  { letter: "D", name: "Done" },
] as const

/** The steps of an import, with the current one marked. */
export function ImportSteps({ current }: { current: (typeof steps)[number]["name"] }) {
  return (
    <nav aria-label="Import steps">
      <ol className="steps">
        {steps.map(({ letter, name }) => (
          <li key={name} aria-current={name === current ? "step" : undefined}>
            <span className="boxed-letter">{letter}</span> {name}
          </li>
        ))}
      </ol>
    </nav>
  )
}
