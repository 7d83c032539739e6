import { Form } from "@remix-run/react"
import { FilterInput } from "~/components/ui/filter-form"
import { Tabs } from "~/components/ui/tabs"
import {
  type InvoiceGroup,
  type InvoiceState,
  type InvoiceStatus,
  invoiceGroups,
  stateLabels,
  statesOf,
} from "~/models/money/invoice/invoice"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export type ListFilter = {
  status?: InvoiceStatus
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
  const group = filter.status && filter.status in invoiceGroups ? (filter.status as InvoiceGroup) : undefined
  return (
    <Tabs
      label="Invoices by status"
      tabs={[
        {
          to: paths.billing(others),
          label: `All ${formatNumber(all)}`,
          current: !filter.status,
          metric: "invoices-in-state",
        },
        ...(group ? [groupTab(group, others, chips)] : []),
        ...chips
          .filter(({ state, count }) => count > 0 || state === filter.status)
          .map(({ state, count, sumMinor }) => ({
            to: paths.billing({ ...others, status: state }),
            label: `${stateLabels[state].word} ${formatNumber(count)}, ${formatMoney(sumMinor, currency)}`,
            current: filter.status === state,
            metric: "invoices-in-state invoices-in-state-amount" as const,
          })),
      ]}
    />
  )
}

/** Several states together, when a figure links here. */
function groupTab(group: InvoiceGroup, others: Omit<ListFilter, "status">, chips: Chip[]) {
  const count = chips
    .filter(({ state }) => statesOf(group).includes(state))
    .reduce((sum, chip) => sum + chip.count, 0)
  return {
    to: paths.billing({ ...others, status: group }),
    label: `${invoiceGroups[group].word} ${formatNumber(count)}`,
    current: true,
    metric: "invoices-in-state" as const,
  }
}

/** Number or family, and the days of issue; the state stays. */
export function InvoiceSearch({ filter }: { filter: ListFilter }) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label="Search invoices">
      {filter.status ? <input type="hidden" name="status" value={filter.status} /> : null}
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
