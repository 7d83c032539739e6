import { useSubmit } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"

type AudienceSelectProps = {
  choices: NameOffer
  chosen: string
  /** how the chosen one reads where the list doesn't have it, such as students selected in a list */
  chosenLabel: string | undefined
}

/** The people someone may write to, by group. With a script a choice loads its recipients right away. */
export function AudienceSelect({ choices, chosen, chosenLabel }: AudienceSelectProps) {
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
