/** What follows after the plan is chosen; `essential` are the titles of the guide's steps, which a solo teacher has fewer of. */
export function WhatHappensNext({ essential }: { essential: string[] }) {
  const count = essential.length === 3 ? "Three" : "Four"
  const steps = [
    ["Approve on PayPal.", "We never see your card number."],
    ["Your school opens right away.", "No confirmation email to wait for."],
    [`${count} essential steps.`, `${essential.join(", ")}.`],
  ] as const
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
