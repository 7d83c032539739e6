import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { PeriodFilter } from "~/components/ui/period-filter"
import { type EventFilter, eventFilters, filterLabels } from "~/models/money/ledger/money-history"
import { methodChoices, type PaymentMethod } from "~/models/money/payment/payment"

type Filter = { kind?: EventFilter; method?: PaymentMethod; search?: string; from: string; to: string }

/** Which money events to show; the address is the state. */
export function HistoryFilters({ filter, currency }: { filter: Filter; currency: string }) {
  return (
    <FilterForm role="search" aria-label="Search billing history">
      <PeriodFilter from={filter.from} to={filter.to} />
      <FilterChoice
        name="kind"
        label="Type"
        isLabeled
        every="All types"
        value={filter.kind}
        choices={eventFilters.map((kind) => [kind, filterLabels[kind]] as const)}
      />
      <FilterChoice
        name="method"
        label="Payment method"
        isLabeled
        every="All methods"
        value={filter.method}
        choices={methodChoices(currency, filter.method).map(({ value, label }) => [value, label] as const)}
      />
      <FilterSearch
        id="history-search"
        name="search"
        sought="Family, invoice, payer or reference"
        value={filter.search}
      />
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
