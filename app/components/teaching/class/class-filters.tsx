import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Button } from "~/components/ui/button"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
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
      <label className="visually-hidden" htmlFor="classes-q">
        Name, instrument or teacher
      </label>
      <FilterSearch
        id="classes-q"
        className="min-w-[min(12rem,100%)] fill basis-full sm:basis-0"
        name="q"
        value={filter.search}
        placeholder="Name, instrument or teacher"
      />
      <label className="visually-hidden" htmlFor="classes-kind">
        Type
      </label>
      <FilterSelect id="classes-kind" name="kind" value={filter.kind ?? everyKind}>
        <option value={everyKind}>Any type</option>
        <option value={inGroups}>Groups and ensembles</option>
        {classKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </FilterSelect>
      <label className="visually-hidden" htmlFor="classes-state">
        Status
      </label>
      <FilterSelect id="classes-state" name="state" value={filter.unscheduled ? "not-scheduled" : ""}>
        <option value="">Any status</option>
        <option value="not-scheduled">Not scheduled</option>
      </FilterSelect>
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
