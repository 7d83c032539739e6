import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Button } from "~/components/ui/button"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { classKinds } from "~/models/teaching/class/class"
import {
  type ClassFilter,
  everyKind,
  inGroups,
  isNarrowed,
  kindLabels,
} from "~/models/teaching/class/class-query"
import { paths } from "~/utils/paths"

type ClassFiltersProps = { filter: ClassFilter; label: string; fields: CustomField[]; teachers?: NameOffer }

/** The filters of the list, which live in the address. */
export function ClassFilters({ filter, label, fields, teachers }: ClassFiltersProps) {
  return (
    <FilterForm role="search" aria-label={label}>
      <FilterSearch id="classes-q" name="q" value={filter.search} sought="Name, instrument or teacher" />
      <FilterChoice
        id="classes-kind"
        name="kind"
        label="Type"
        value={filter.kind ?? everyKind}
        choices={[
          [everyKind, "Any type"],
          [inGroups, "Groups and ensembles"],
          ...classKinds.map((kind) => [kind, kindLabels[kind]] as const),
        ]}
      />
      <FilterChoice
        id="classes-state"
        name="state"
        label="Status"
        every="Any status"
        value={filter.unscheduled ? "not-scheduled" : ""}
        choices={[["not-scheduled", "Not scheduled"]]}
      />
      {teachers ? (
        <TeacherFilter
          id="classes-teacher"
          every="Any teacher"
          value={filter.teacherId ?? ""}
          offer={teachers}
          isLabelHidden
        />
      ) : null}
      <Button type="submit">Search</Button>
      {isNarrowed(filter) ? <Link to={paths.classes()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={filter.answers} />
    </FilterForm>
  )
}
