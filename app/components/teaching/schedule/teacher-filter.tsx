import { NameChoice } from "~/components/form/name-choice/name-choice"
import { FilterSelect } from "~/components/ui/filter-form"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { lineFinds } from "~/models/teaching/line-offer/line-offer"

type TeacherFilterProps = {
  id: string
  offer: NameOffer
  value: string
  /** what no choice means; without it one is always chosen, in a search the first */
  every?: string
  /** where it stands among filters without labels */
  isLabelHidden?: boolean
}

/** The teacher that a list is narrowed to: listed, or found by name in a school with many. */
export function TeacherFilter({ id, offer, value, every, isLabelHidden }: TeacherFilterProps) {
  if (offer.isSearched) return <TeacherSearch {...{ id, offer, value, every }} />
  const select = (
    <FilterSelect id={id} name="teacher" value={value}>
      {every ? <option value="">{every}</option> : null}
      {offer.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </FilterSelect>
  )
  if (!isLabelHidden)
    return (
      <label className="toolbar" htmlFor={id}>
        Teacher {select}
      </label>
    )
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Teacher
      </label>
      {select}
    </>
  )
}

/** The same where there are many. */
export function TeacherSearch({ id, offer, value, every }: TeacherFilterProps) {
  return (
    <NameChoice
      {...{ id, offer, value }}
      name="teacher"
      label="Teacher"
      sought="a teacher"
      find={lineFinds.teacher}
      prompt={every ?? "The first teacher by name"}
      optional
    />
  )
}
