import { FilterForm, FilterInput, FilterSearch } from "~/components/ui/filter-form"
import type { InvoiceStatus } from "~/models/money/invoice/invoice"
import type { InvoiceSort } from "~/models/money/invoice/invoice-columns"

export type ListFilter = {
  status?: InvoiceStatus
  family?: string
  search?: string
  from?: string
  to?: string
  order?: "reversed"
  sort?: InvoiceSort
}

/** Number or family, and the days of issue; the state stays. */
export function InvoiceSearch({ filter }: { filter: ListFilter }) {
  return (
    <FilterForm role="search" aria-label="Search invoices">
      {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
      {filter.sort ? <input type="hidden" name="sort" value={filter.sort} /> : null}
      {filter.order ? <input type="hidden" name="order" value={filter.order} /> : null}
      {filter.family ? <input type="hidden" name="family" value={filter.family} /> : null}
      <FilterSearch
        id="invoices-search"
        name="search"
        sought="Invoice, family or amount"
        value={filter.search}
      />
      <label className="toolbar">
        <span>Issued from</span>
        <FilterInput type="date" name="from" value={filter.from} />
      </label>
      <label className="toolbar">
        <span>to</span>
        <FilterInput type="date" name="to" value={filter.to} />
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
