import { Button } from "~/components/ui/button"
import { FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import {
  type DeskFilter,
  matterPriorities,
  matterStates,
  priorityLabels,
  stateLabels,
} from "~/models/platform/support-desk/desk"

const ownerLabels = {
  all: "Assigned to anyone",
  mine: "Assigned to me",
  nobody: "Unassigned",
  handed: "Handed over",
}

/** The filters of the support queue. */
export function DeskFilters({ filter }: { filter: DeskFilter }) {
  return (
    <FilterForm role="search" aria-label="Filters">
      {filter.kind === "all" ? null : <input type="hidden" name="kind" value={filter.kind} />}
      <label className="visually-hidden" htmlFor="desk-state">
        Status
      </label>
      <FilterSelect id="desk-state" name="state" value={filter.state}>
        {matterStates.map((state) => (
          <option key={state} value={state}>
            {stateLabels[state]}
          </option>
        ))}
        <option value="all">Any status</option>
      </FilterSelect>
      <label className="visually-hidden" htmlFor="desk-whose">
        Assigned to
      </label>
      <FilterSelect id="desk-whose" name="whose" value={filter.whose}>
        {Object.entries(ownerLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <label className="visually-hidden" htmlFor="desk-priority">
        Priority
      </label>
      <FilterSelect id="desk-priority" name="priority" value={filter.priority}>
        <option value="all">Any priority</option>
        {matterPriorities.map((priority) => (
          <option key={priority} value={priority}>
            {priorityLabels[priority]}
          </option>
        ))}
      </FilterSelect>
      <label className="visually-hidden" htmlFor="desk-search">
        Words, name, school or tag
      </label>
      <FilterSearch
        id="desk-search"
        className="min-w-0 fill max-sm:basis-full"
        name="search"
        value={filter.search}
        placeholder="Words, name, school or tag"
      />
      <Button>Search</Button>
    </FilterForm>
  )
}
