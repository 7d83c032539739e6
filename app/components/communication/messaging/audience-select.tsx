import { useSubmit } from "@remix-run/react"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { paths } from "~/utils/paths"

/** The people someone may write to, by group. With a script a choice loads its recipients right away. */
export function AudienceSelect({ choices, chosen }: { choices: NameOffer; chosen: string }) {
  const submit = useSubmit()
  return (
    <div className="min-w-0 fill">
      <NameChoice
        id="to"
        name="to"
        label="To"
        sought="a person, class or group"
        prompt="Choose recipients"
        value={chosen}
        offer={choices}
        source={paths.recipientNames()}
        onChoose={(form) => submit(form, { preventScrollReset: true })}
      />
    </div>
  )
}
