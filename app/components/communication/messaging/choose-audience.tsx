import { Form, useSubmit } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import { Link } from "~/components/ui/link"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"

type AudienceSelectProps = {
  choices: NameOffer
  chosen: string
  /** how the chosen one reads where the list doesn't have it, such as students selected in a list */
  chosenLabel: string | undefined
}

/** The people someone may write to, by group. With a script a choice loads its recipients right away. */
function AudienceSelect({ choices, chosen, chosenLabel }: AudienceSelectProps) {
  const submit = useSubmit()
  const isListed = choices.choices.some(({ value }) => value === chosen)
  const offer =
    chosenLabel === undefined || isListed
      ? choices
      : { ...choices, choices: [{ value: chosen, label: sentenceCase(chosenLabel) }, ...choices.choices] }
  return (
    <div className="min-w-0 fill">
      <NameChoice
        id="to"
        name="to"
        label="To"
        sought="a person, class or group"
        prompt="Choose recipients"
        value={chosen}
        offer={offer}
        source={paths.recipientNames()}
        onChoose={(form) => submit(form, { preventScrollReset: true })}
      />
    </div>
  )
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
