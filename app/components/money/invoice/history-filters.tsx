import { FilterForm, FilterInput, FilterSelect } from "~/components/ui/filter-form"
import { PeriodFilter } from "~/components/ui/period-filter"
import { type EventFilter, eventFilters, filterLabels } from "~/models/money/ledger/money-history"
import { methodChoices, type PaymentMethod } from "~/models/money/payment/payment"

type Filter = { kind?: EventFilter; method?: PaymentMethod; search?: string; from: string; to: string }

/** Which money events to show; the address is the state. */
export function HistoryFilters({ filter, currency }: { filter: Filter; currency: string }) {
  return (
    <FilterForm role="search" aria-label="Search billing history">
      <PeriodFilter from={filter.from} to={filter.to} />
      <label className="toolbar">
        <span>Type</span>
        <FilterSelect name="kind" value={filter.kind ?? ""}>
          <option value="">All types</option>
          {eventFilters.map((kind) => (
            <option key={kind} value={kind}>
              {filterLabels[kind]}
            </option>
          ))}
        </FilterSelect>
      </label>
      <label className="toolbar">
        <span>Payment method</span>
        <FilterSelect name="method" value={filter.method ?? ""}>
          <option value="">All methods</option>
          {methodChoices(currency, filter.method).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
      </label>
      <label className="toolbar">
        <span>Family, invoice, payer or reference</span>
        <FilterInput type="search" name="search" value={filter.search} maxLength={100} />
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
