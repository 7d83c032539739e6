import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { Button } from "~/components/ui/button"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import { useHasRight } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import {
  type FamilyQuery,
  familyStateLabels,
  familyStates,
  isNarrowed,
} from "~/models/money/family-list/family-list"
import { paths } from "~/utils/paths"

/** What the list is narrowed to; it lives in the address. */
export function FamilyFilters({ query, fields }: { query: FamilyQuery; fields: CustomField[] }) {
  const seesBalances = useHasRight()("invoice:read")
  const states = familyStates.filter((state) => state !== "owing" || seesBalances)
  return (
    <FilterForm role="search" aria-label="Filter families">
      <label className="visually-hidden" htmlFor="families-q">
        Name, email or phone
      </label>
      <FilterSearch
        id="families-q"
        className="min-w-[min(12rem,100%)] fill basis-full sm:basis-0"
        name="q"
        value={query.search}
        placeholder="Name, email or phone"
      />
      <label className="visually-hidden" htmlFor="families-state">
        Which families
      </label>
      <FilterSelect id="families-state" name="state" value={query.state}>
        {states.map((state) => (
          <option key={state} value={state}>
            {familyStateLabels[state]}
          </option>
        ))}
      </FilterSelect>
      <Button>Search</Button>
      {isNarrowed(query) ? <Link to={paths.families()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={query.answers} />
    </FilterForm>
  )
}
