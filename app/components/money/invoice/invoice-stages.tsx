import { StageFlow } from "~/components/ui/stage-flow"
import { type InvoiceState, stateLabels } from "~/models/money/invoice/invoice"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { ListFilter } from "./invoice-filters"

export type Chip = { state: InvoiceState; count: number; sumMinor: number }

/** The way of an invoice from left to right, each stage with its sum. */
const stages = ["draft", "sent", "part-paid", "overdue", "paid"] as const satisfies InvoiceState[]

type InvoiceStagesProps = {
  chips: readonly Chip[]
  /** Items that are on no invoice yet. */
  unbilled: { charges: number; amountMinor: number }
  currency: string
  /** The stage that is open. */
  current?: string
  /** Other filters of the list, which stay. */
  others?: Omit<ListFilter, "status">
}

/** What is ready to invoice and each stage after it, on one line that runs down on a phone. */
export function InvoiceStages({ chips, unbilled, currency, current, others = {} }: InvoiceStagesProps) {
  return (
    <StageFlow
      label="Invoices by status"
      runsDown={current === "unbilled"}
      stages={[
        {
          to: paths.unbilled(),
          head: "rest",
          label: "Ready to invoice",
          metric: "ready-to-invoice-amount ready-to-invoice",
          sum: formatMoney(unbilled.amountMinor, currency),
          note: countOf(unbilled.charges, "item"),
          isCurrent: current === "unbilled",
        },
        ...stages
          .map((state) => chipOf(chips, state))
          .map(({ state, count, sumMinor }) => ({
            to: paths.billing({ ...others, status: state }),
            head: stateLabels[state].head,
            label: stateLabels[state].word,
            tone: count > 0 ? stateLabels[state].tone : undefined,
            metric: "invoices-in-state-amount invoices-in-state" as const,
            sum: formatMoney(sumMinor, currency),
            note: countOf(count, "invoice"),
            isCurrent: current === state,
          })),
      ]}
    />
  )
}

/** The sum of a state, also of one without invoices. */
export const chipOf = (chips: readonly Chip[], state: InvoiceState): Chip =>
  chips.find((chip) => chip.state === state) ?? { state, count: 0, sumMinor: 0 }
