import { AnswerFilters } from "~/components/foundation/custom-field/answer-filters"
import { Button } from "~/components/ui/button"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
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
      <FilterSearch id="families-q" name="q" value={query.search} sought="Name, email or phone" />
      <FilterChoice
        id="families-state"
        name="state"
        label="Which families"
        value={query.state}
        choices={states.map((state) => [state, familyStateLabels[state]] as const)}
      />
      <Button>Search</Button>
      {isNarrowed(query) ? <Link to={paths.families()}>Clear filters</Link> : null}
      <AnswerFilters fields={fields} filter={query.answers} />
    </FilterForm>
  )
}
