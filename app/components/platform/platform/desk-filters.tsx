import { Button } from "~/components/ui/button"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
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
      <FilterChoice
        id="desk-state"
        name="state"
        label="Status"
        value={filter.state}
        choices={[
          ...matterStates.map((state) => [state, stateLabels[state]] as const),
          ["all", "Any status"],
        ]}
      />
      <FilterChoice
        id="desk-whose"
        name="whose"
        label="Assigned to"
        value={filter.whose}
        choices={Object.entries(ownerLabels)}
      />
      <FilterChoice
        id="desk-priority"
        name="priority"
        label="Priority"
        value={filter.priority}
        choices={[
          ["all", "Any priority"],
          ...matterPriorities.map((priority) => [priority, priorityLabels[priority]] as const),
        ]}
      />
      <FilterSearch
        id="desk-search"
        name="search"
        value={filter.search}
        sought="Words, name, school or tag"
      />
      <Button>Search</Button>
    </FilterForm>
  )
}
