import { Form } from "@remix-run/react"
import { Tabs } from "~/components/ui/tabs"
import { type InvoiceState, stateWords } from "~/models/invoice/invoice"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export type ListFilter = {
  status?: InvoiceState
  family?: string
  search?: string
  from?: string
  to?: string
}

type Chip = { state: InvoiceState; count: number; sumMinor: number }

/** Every state that has invoices, as a link with its count and sum; the other filters stay. */
export function StateTabs({
  filter,
  chips,
  currency,
}: {
  filter: ListFilter
  chips: Chip[]
  currency: string
}) {
  const { status: _, ...others } = filter
  const all = chips.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tabs
      label="Invoices by state"
      tabs={[
        { to: paths.billing(others), label: `All ${all}`, current: !filter.status },
        ...chips
          .filter(({ state, count }) => count > 0 || state === filter.status)
          .map(({ state, count, sumMinor }) => ({
            to: paths.billing({ ...others, status: state }),
            label: `${stateWords[state].word} ${count}, ${formatMoney(sumMinor, currency)}`,
            current: filter.status === state,
          })),
      ]}
    />
  )
}

/** Number or family, and the days of issue; the state stays. */
export function InvoiceSearch({ filter }: { filter: ListFilter }) {
  return (
    <Form method="get" className="tools" role="search" aria-label="Search invoices">
      {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
      {filter.family ? <input type="hidden" name="family" value={filter.family} /> : null}
      <label className="tools">
        <span>Number or family</span>
        <input type="search" name="search" defaultValue={filter.search} maxLength={100} />
      </label>
      <label className="tools">
        <span>Issued from</span>
        <input type="date" name="from" defaultValue={filter.from} />
      </label>
      <label className="tools">
        <span>to</span>
        <input type="date" name="to" defaultValue={filter.to} />
      </label>
      <button className="btn" type="submit">
        Search
      </button>
    </Form>
  )
}
