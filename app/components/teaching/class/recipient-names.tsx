import type { Recipients } from "~/models/teaching/session/rule-effect"
import { emailText } from "~/texts/foundation/leaving"
import { countOf } from "~/utils/formats"

/** So many people are named. */
const mostNamed = 12

/** Who gets an email about a change of a class, before it is saved. */
export function RecipientNames({ told }: { told: Recipients }) {
  const people = [...told.families, ...told.teachers]
  const count = people.length
  return (
    <>
      <p>
        {count === 0
          ? "No one gets an email."
          : `${countOf(count, "person gets", "people get")} ${emailText(people, "two minutes after you save")}. Until then, undo stops it.`}
      </p>
      {[
        { label: "Families", people: told.families },
        { label: "Teachers", people: told.teachers },
      ].map(({ label, people }) =>
        people.length === 0 ? null : (
          <p key={label}>
            <b>{label}:</b>{" "}
            {people
              .slice(0, mostNamed)
              .map(({ name }) => name)
              .join(", ")}
            {people.length > mostNamed ? ` and ${people.length - mostNamed} more` : ""}
          </p>
        ),
      )}
    </>
  )
}
