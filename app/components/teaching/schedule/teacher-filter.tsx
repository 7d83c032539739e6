import { NameChoice } from "~/components/form/name-choice/name-choice"
import { FilterChoice } from "~/components/ui/filter-form"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { lineFinds } from "~/models/teaching/line-offer/line-offer"

type TeacherFilterProps = {
  id: string
  offer: NameOffer
  value: string
  /** what no choice means */
  every: string
  /** where it stands among filters without labels */
  isLabelHidden?: boolean
}

/** The teacher that a list is narrowed to: listed, or found by name in a school with many. */
export function TeacherFilter({ id, offer, value, every, isLabelHidden }: TeacherFilterProps) {
  if (offer.isSearched) return <TeacherSearch {...{ id, offer, value, every }} />
  return (
    <FilterChoice
      id={id}
      name="teacher"
      label="Teacher"
      isLabeled={!isLabelHidden}
      every={every}
      value={value}
      choices={offer.choices.map((choice) => [choice.value, choice.label] as const)}
    />
  )
}

/** The room that a list is narrowed to, in the same way. */
export function RoomFilter({
  id,
  offer,
  value,
  every,
}: Pick<TeacherFilterProps, "id" | "offer" | "value"> & { every: string }) {
  if (offer.isSearched)
    return (
      <NameChoice
        {...{ id, offer, value }}
        name="room"
        label="Room"
        sought="a room"
        find={lineFinds.room}
        prompt={every}
        optional
      />
    )
  return (
    <FilterChoice
      id={id}
      name="room"
      label="Room"
      isLabeled
      every={every}
      value={value}
      choices={offer.choices.map((choice) => [choice.value, choice.label] as const)}
    />
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
      prompt={every}
      optional
    />
  )
}
