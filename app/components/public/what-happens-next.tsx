const steps = [
  ["Approve on PayPal.", "No card number is kept here."],
  ["Your school opens at once.", "No waiting for a confirmation e-mail."],
  ["Four essential steps.", "Add Teachers, Create Classes, Add Students, Schedule Classes."],
] as const

/** What follows after the plan is chosen. */
export function WhatHappensNext() {
  return (
    <section className="sec next" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className="rows br pad">
        {steps.map(([step, words]) => (
          <li key={step}>
            <span>
              <b>{step}</b> <span className="dim">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
