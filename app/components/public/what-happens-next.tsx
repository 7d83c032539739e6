import { platformProvider } from "~/utils/payment-providers"

type WhatHappensNextProps = {
  /** Titles of the guide's steps, which a solo teacher has fewer of. */
  essential: string[]
  /** The school has been here before: its plan ended. */
  isReturn?: boolean
}

/** What follows after the plan is chosen. */
export function WhatHappensNext({ essential, isReturn }: WhatHappensNextProps) {
  const count = essential.length === 3 ? "Three" : "Four"
  const steps = [
    [`Approve on ${platformProvider}.`, "We never see your card number."],
    [
      isReturn ? "Your school opens again." : "Your school opens right away.",
      "No confirmation email to wait for.",
    ],
    isReturn
      ? ["Your data is as you left it.", "Students, lessons, invoices and settings."]
      : [`${count} essential steps.`, `${essential.join(", ")}.`],
  ]
  return (
    <section className="section what-happens-next" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className="rows bracket indented">
        {steps.map(([step, text]) => (
          <li key={step}>
            <span>
              <b>{step}</b> <span className="dim">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
