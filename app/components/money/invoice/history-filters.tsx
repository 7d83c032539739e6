import { Form } from "@remix-run/react"
import { type EventFilter, eventFilters, filterLabels } from "~/models/money/ledger/money-history"
import { methodLabels, type PaymentMethod, paymentMethods } from "~/models/money/payment/payment"

type Filter = { kind?: EventFilter; method?: PaymentMethod; search?: string; from: string; to: string }

/** Which money events to show; the address is the state. */
export function HistoryFilters({ filter }: { filter: Filter }) {
  return (
    <Form method="get" className="toolbar" role="search" aria-label="Search the money history">
      <label className="toolbar">
        <span>From</span>
        <input type="date" name="from" defaultValue={filter.from} />
      </label>
      <label className="toolbar">
        <span>to</span>
        <input type="date" name="to" defaultValue={filter.to} />
      </label>
      <label className="toolbar">
        <span>What</span>
        <select name="kind" defaultValue={filter.kind ?? ""}>
          <option value="">Everything</option>
          {eventFilters.map((kind) => (
            <option key={kind} value={kind}>
              {filterLabels[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className="toolbar">
        <span>Paid by</span>
        <select name="method" defaultValue={filter.method ?? ""}>
          <option value="">Any way</option>
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {methodLabels[method]}
            </option>
          ))}
        </select>
      </label>
      <label className="toolbar">
        <span>Family, number or payer</span>
        <input type="search" name="search" defaultValue={filter.search} maxLength={100} />
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </Form>
  )
}
