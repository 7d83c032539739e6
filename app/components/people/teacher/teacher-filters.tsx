import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { Button } from "~/components/ui/button"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { isNarrowed, type TeacherFilter } from "~/models/people/teacher/teacher-query"
import { paths } from "~/utils/paths"

type TeacherFiltersProps = {
  filter: TeacherFilter
  fields: CustomField[]
  /** What the teachers teach. */
  instruments: string[]
}

/** What the list is narrowed to; it lives in the address. */
export function TeacherFilters({ filter, fields, instruments }: TeacherFiltersProps) {
  return (
    <FilterForm role="search" aria-label="Teachers">
      <FilterSearch id="teachers-q" name="q" value={filter.search} sought="Name, email or instrument" />
      {instruments.length > 1 || filter.instrument ? (
        <FilterChoice
          id="teachers-instrument"
          name="instrument"
          label="Instrument"
          every="All instruments"
          value={filter.instrument}
          choices={withChosen(instruments, filter.instrument).map((name) => [name, name] as const)}
        />
      ) : null}
      <Button type="submit">Search</Button>
      {isNarrowed(filter) ? <Link to={paths.teachers()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={filter.answers} />
    </FilterForm>
  )
}

/** What the address asks for is in the list, even when no one teaches it. */
const withChosen = (names: string[], chosen: string | undefined): string[] =>
  chosen && !names.includes(chosen) ? [...names, chosen] : names
