import { Tabs } from "~/components/ui/tabs"
import {
  type InvoiceGroup,
  type InvoiceState,
  invoiceGroups,
  stateLabels,
  statesOf,
} from "~/models/money/invoice/invoice"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { ListFilter } from "./invoice-filters"
import { type Chip, chipOf, InvoiceStages } from "./invoice-stages"

type InvoiceFlowProps = {
  filter: ListFilter
  chips: Chip[]
  /** Items that are on no invoice yet. */
  unbilled: { charges: number; amountMinor: number }
  currency: string
}

/** States off the way of an invoice, as tabs. */
const aside = ["credited", "written-off", "void"] as const satisfies InvoiceState[]

/** Every state as a link with its sum and count. The other filters stay. */
export function InvoiceFlow({ filter, chips, unbilled, currency }: InvoiceFlowProps) {
  const { status, ...others } = filter
  const all = chips.reduce((sum, { count }) => sum + count, 0)
  const group = status && status in invoiceGroups ? (status as InvoiceGroup) : undefined
  return (
    <>
      <InvoiceStages chips={chips} unbilled={unbilled} currency={currency} current={status} others={others} />
      <Tabs
        label="More invoices"
        tabs={[
          {
            to: paths.billing(others),
            label: `All ${formatNumber(all)}`,
            current: !status,
            metric: "invoices-in-state",
          },
          ...(group ? [groupTab(group, others, chips)] : []),
          ...aside
            .map((state) => chipOf(chips, state))
            .filter(({ state, count }) => count > 0 || state === status)
            .map(({ state, count, sumMinor }) => ({
              to: paths.billing({ ...others, status: state }),
              label: `${stateLabels[state].word} ${formatNumber(count)}, ${formatMoney(sumMinor, currency)}`,
              current: status === state,
              metric: "invoices-in-state invoices-in-state-amount" as const,
            })),
        ]}
      />
    </>
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
