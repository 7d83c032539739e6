import { Form } from "@remix-run/react"
import { FilterInput } from "~/components/ui/filter-form"
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
    <Form method="get" className="toolbar" role="search" aria-label="Search invoices">
      {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
      {filter.sort ? <input type="hidden" name="sort" value={filter.sort} /> : null}
      {filter.order ? <input type="hidden" name="order" value={filter.order} /> : null}
      {filter.family ? <input type="hidden" name="family" value={filter.family} /> : null}
      <label className="toolbar">
        <span>Invoice or family</span>
        <FilterInput type="search" name="search" value={filter.search} maxLength={100} />
      </label>
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
    </Form>
  )
}
