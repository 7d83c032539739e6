const steps = [
  { letter: "A", name: "Account" },
  { letter: "B", name: "Plan" },
  { letter: "C", name: "Payment" },
] as const

/** Where a registration stands, as rehearsal marks; a phone leaves them out. */
export function RegistrationSteps({ current }: { current: (typeof steps)[number]["name"] }) {
  return (
    <nav className="at-end" aria-label="Registration steps">
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
