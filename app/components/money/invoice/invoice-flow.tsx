import { Link } from "~/components/ui/link"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import { Tabs } from "~/components/ui/tabs"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"
import {
  type InvoiceGroup,
  type InvoiceState,
  invoiceGroups,
  stateLabels,
  statesOf,
} from "~/models/money/invoice/invoice"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { ListFilter } from "./invoice-filters"

type Chip = { state: InvoiceState; count: number; sumMinor: number }

type InvoiceFlowProps = {
  filter: ListFilter
  chips: Chip[]
  /** Items that are on no invoice yet. */
  unbilled: { charges: number; amountMinor: number }
  currency: string
}

/** The way of an invoice from left to right, each stage with its sum; states off the way follow as tabs. */
const stages = ["draft", "sent", "part-paid", "overdue", "paid"] as const satisfies InvoiceState[]
const aside = ["credited", "written-off", "void"] as const satisfies InvoiceState[]

/** Every state as a link with its sum and count, on one line that runs down on a phone. The other filters stay. */
export function InvoiceFlow({ filter, chips, unbilled, currency }: InvoiceFlowProps) {
  const { status, ...others } = filter
  const chipOf = (state: InvoiceState) =>
    chips.find((chip) => chip.state === state) ?? { state, count: 0, sumMinor: 0 }
  const all = chips.reduce((sum, { count }) => sum + count, 0)
  const group = status && status in invoiceGroups ? (status as InvoiceGroup) : undefined
  return (
    <>
      <nav aria-label="Invoices by status">
        <ol className="invoice-flow">
          <li>
            <Stage
              to={paths.unbilled()}
              head="rest"
              label="Ready to invoice"
              metric="ready-to-invoice-amount ready-to-invoice"
              sum={formatMoney(unbilled.amountMinor, currency)}
              count={countOf(unbilled.charges, "item")}
            />
          </li>
          {stages.map(chipOf).map(({ state, count, sumMinor }) => (
            <li key={state}>
              <Stage
                to={paths.billing({ ...others, status: state })}
                head={stateLabels[state].head}
                label={stateLabels[state].word}
                tone={count > 0 ? stateLabels[state].tone : undefined}
                metric="invoices-in-state-amount invoices-in-state"
                sum={formatMoney(sumMinor, currency)}
                count={countOf(count, "invoice")}
                isCurrent={status === state}
              />
            </li>
          ))}
        </ol>
      </nav>
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
            .map(chipOf)
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

type StageProps = {
  to: string
  head: NoteHeadKind
  label: string
  tone?: string
  metric: MetricKeys
  sum: string
  count: string
  isCurrent?: boolean
}

function Stage({ to, head, label, tone, metric, sum, count, isCurrent }: StageProps) {
  return (
    <Link to={to} data-figure={metric} aria-current={isCurrent ? "page" : undefined}>
      <span className="flow-sign">
        <NoteHead kind={head} />
      </span>
      <span className={tone === "bad" ? "flow-label bad" : "flow-label"}>{label}</span> <b>{sum}</b>{" "}
      <small>{count}</small>
    </Link>
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
