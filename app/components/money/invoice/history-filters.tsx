import { Form } from "@remix-run/react"
import { type EventFilter, eventFilters, filterLabels } from "~/models/money/ledger/money-history"
import { methodLabels, type PaymentMethod, paymentMethods } from "~/models/money/payment/payment"

type Filter = { kind?: EventFilter; method?: PaymentMethod; search?: string; from: string; to: string }

/** Which money events to show; the address is the state. */
export function HistoryFilters({ filter }: { filter: Filter }) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label="Search billing history">
      <label className="toolbar">
        <span>From</span>
        <input type="date" name="from" defaultValue={filter.from} />
      </label>
      <label className="toolbar">
        <span>to</span>
        <input type="date" name="to" defaultValue={filter.to} />
      </label>
      <label className="toolbar">
        <span>Type</span>
        <select name="kind" defaultValue={filter.kind ?? ""}>
          <option value="">All types</option>
          {eventFilters.map((kind) => (
            <option key={kind} value={kind}>
              {filterLabels[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className="toolbar">
        <span>Payment method</span>
        <select name="method" defaultValue={filter.method ?? ""}>
          <option value="">All methods</option>
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {methodLabels[method]}
            </option>
          ))}
        </select>
      </label>
      <label className="toolbar">
        <span>Family, invoice or payer</span>
        <input type="search" name="search" defaultValue={filter.search} maxLength={100} />
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </Form>
  )
}
