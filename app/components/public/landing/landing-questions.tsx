import { platformProvider } from "~/utils/payment-providers"

/** The demo's first question only where there is one. */
const questionsWith = (hasDemo: boolean): [question: string, answer: string][] => [
  hasDemo
    ? [
        "Can I try it before I pay?",
        "Yes. The demo school is open to everyone, with no account. You can change anything in it; your copy is deleted after a day.",
      ]
    : ["Can I see it before I pay?", "Yes. Request a demo, and a person shows you a school like yours."],
  [
    "Can I cancel?",
    "Any time, in the settings. You keep access until the end of the period you’ve paid for, and can export everything before then.",
  ],
  [
    "Who owns our data?",
    "You do. Export students, lessons, attendance and money as CSV files whenever you like. We don’t sell it.",
  ],
  [
    "How do families pay?",
    `By card, Apple Pay, Google Pay or bank debit through your own Stripe account, or with ${platformProvider}: from an invoice or automatically. You can record cash, checks and transfers yourself. Stripe and ${platformProvider} charge their usual fees; we add none.`,
  ],
  [
    "Which countries does it work in?",
    "Any. Choose your time zone, currency and formats. A lesson at 4 PM stays at 4 PM when the clocks change.",
  ],
  [
    "How is it protected?",
    "Encrypted connections, two-factor login, and a history of every change. Each school’s data is kept apart.",
  ],
]

export function LandingQuestions({ hasDemo }: { hasDemo: boolean }) {
  return (
    <section className="page-width page-section" id="questions">
      <h2>Questions schools ask.</h2>
      <div className="questions">
        {questionsWith(hasDemo).map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
