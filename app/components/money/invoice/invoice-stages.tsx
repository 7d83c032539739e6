import { Link } from "~/components/ui/link"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"
import { type InvoiceState, stateLabels } from "~/models/money/invoice/invoice"
import { countOf } from "~/utils/count-of"
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
            isCurrent={current === "unbilled"}
          />
        </li>
        {stages
          .map((state) => chipOf(chips, state))
          .map(({ state, count, sumMinor }) => (
            <li key={state}>
              <Stage
                to={paths.billing({ ...others, status: state })}
                head={stateLabels[state].head}
                label={stateLabels[state].word}
                tone={count > 0 ? stateLabels[state].tone : undefined}
                metric="invoices-in-state-amount invoices-in-state"
                sum={formatMoney(sumMinor, currency)}
                count={countOf(count, "invoice")}
                isCurrent={current === state}
              />
            </li>
          ))}
      </ol>
    </nav>
  )
}

/** The sum of a state, also of one without invoices. */
export const chipOf = (chips: readonly Chip[], state: InvoiceState): Chip =>
  chips.find((chip) => chip.state === state) ?? { state, count: 0, sumMinor: 0 }

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
      </span>{" "}
      <span className={tone === "bad" ? "flow-label bad" : "flow-label"}>{label}</span> <b>{sum}</b>{" "}
      <small>{count}</small>
    </Link>
  )
}
