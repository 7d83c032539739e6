import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { Button } from "~/components/ui/button"
import { FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { isNarrowed, type TeacherFilter } from "~/models/people/teacher/teacher-query"
import { paths } from "~/utils/paths"

/** What the list is narrowed to; it lives in the address. */
export function TeacherFilters({ filter, fields }: { filter: TeacherFilter; fields: CustomField[] }) {
  return (
    <FilterForm role="search" aria-label="Teachers">
      <label className="visually-hidden" htmlFor="teachers-q">
        Name, email or instrument
      </label>
      <FilterSearch
        id="teachers-q"
        className="min-w-[min(12rem,100%)] fill basis-full sm:basis-0"
        name="q"
        value={filter.search}
        placeholder="Name, email or instrument"
      />
      <Button type="submit">Search</Button>
      {isNarrowed(filter) ? <Link to={paths.teachers()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={filter.answers} />
    </FilterForm>
  )
}
