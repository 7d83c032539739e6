import { Form } from "@remix-run/react"
import { Link } from "~/components/ui/link"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"
import { AudienceSelect } from "./audience-select"

/** So many are quicker to read than a list is to open. */
const few = 6

type ChooseAudienceProps = {
  choices: NameOffer
  chosen: string
  chosenLabel: string | undefined
  /** what is in the message already, for the page that shows the chosen recipients */
  begun: Record<string, string | undefined>
}

/** Whom a message goes to: for a family, which has few to write to, a link each; else a list to choose from. */
export function ChooseAudience({ choices, chosen, chosenLabel, begun }: ChooseAudienceProps) {
  const isEmpty = Object.values(begun).every((value) => !value)
  if (!chosen && isEmpty && !choices.isSearched && choices.choices.length <= few)
    return (
      <ul className="rows" aria-label="Recipients">
        {choices.choices.map(({ value, label, group }) => (
          <li key={value}>
            <b>
              <Link to={paths.newMessage({ to: value })}>{label}</Link>
            </b>{" "}
            <span className="dim small">{group}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <Form method="get" className="toolbar" aria-label="Recipients">
      {Object.entries(begun).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <AudienceSelect choices={choices} chosen={chosen} chosenLabel={chosenLabel} />
      <button className="button self-end noscript" type="submit">
        Preview recipients
      </button>
    </Form>
  )
}
