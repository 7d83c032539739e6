import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"

type TakerFieldProps = {
  /** the fields of the choice and of the search for it */
  name: string
  find: string
  label: string
  /** what the taker gets */
  title: string
  offer: NameOffer
  chosen: string
  problem: string | undefined
}

const noTeacher = "No teacher for now"

/** Who takes over a class and its students, or an event: listed, or found by name in a large school. */
export function TakerField({ name, find, label, title, offer, chosen, problem }: TakerFieldProps) {
  const id = `deactivate-${name}`
  if (offer.isSearched)
    return (
      <NameChoice
        {...{ id, name, label, offer, problem }}
        sought={`a teacher for ${title}`}
        find={find}
        value={chosen}
        prompt={noTeacher}
        optional
      />
    )
  return (
    <div className={problem ? "field invalid" : "field"}>
      <label htmlFor={id}>{label}</label>
      {problem ? (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      ) : null}
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
      >
        <option value="">{noTeacher}</option>
        <GroupedOptions
          choices={offer.choices.map(({ value, label: teacher }) => ({ value, label: teacher }))}
        />
      </select>
    </div>
  )
}
