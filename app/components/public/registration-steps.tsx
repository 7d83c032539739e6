import { sellsPlans } from "~/utils/sold-plans"

const steps = [
  { letter: "A", name: "Account" },
  { letter: "B", name: "Plan" },
  { letter: "C", name: "Payment" },
] as const

/** The steps of a registration as rehearsal letters; hidden on phones. */
export function RegistrationSteps({ current }: { current: (typeof steps)[number]["name"] }) {
  if (!sellsPlans()) return null
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
