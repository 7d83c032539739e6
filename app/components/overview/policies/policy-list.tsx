import { Link } from "~/components/ui/link"
import type { Policies } from "~/models/overview/policies/policies"
import { policySections, policyText } from "./policy-texts"

/** Every policy as a sentence, by subject, each with the way to change it. */
export function PolicyList({
  policies,
  currency,
  paysTeachers,
}: {
  policies: Policies
  currency: string
  paysTeachers: boolean
}) {
  return policySections.map(({ id, title, rows }) => (
    <section key={id} className="section" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      <dl className="policies">
        {rows
          .filter(({ topic }) => topic !== "teacherPrices" || paysTeachers)
          .map(({ topic, label, to }) => {
            const { text, isOff } = policyText(topic, policies, { currency, paysTeachers })
            return (
              <div key={topic}>
                <dt>{label}</dt>
                <dd className={isOff ? "dim" : undefined}>{isOff ? `Off. ${text}` : text}</dd>
                <dd>
                  <Link to={to()} aria-label={`${isOff ? "Turn on" : "Edit"}: ${label}`}>
                    {isOff ? "Turn on" : "Edit"}
                  </Link>
                </dd>
              </div>
            )
          })}
      </dl>
    </section>
  ))
}

/** What families read, in sentences written from the settings. */
export function FamilyPolicies({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="policy-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}
