import { periodText } from "~/models/money/invoice/invoice-paper"
import type { PayState as State } from "~/models/money/pay/pay-run"
import { formatMoney } from "~/utils/money"
import { PayState } from "./pay-state"

type Slip = {
  id: string
  periodFrom: string
  periodTo: string
  state: State
  totalMinor: number
  currency: string
}

/** A teacher's payslips, the newest first, each as a PDF. */
export function PayslipList({ slips, pdf }: { slips: Slip[]; pdf: (slipId: string) => string }) {
  if (slips.length === 0) return null
  return (
    <section className="section narrow" aria-labelledby="payslips">
      <h2 id="payslips">Payslips</h2>
      <ul className="rows">
        {slips.map(({ id, periodFrom, periodTo, state, totalMinor, currency }) => (
          <li key={id}>
            <a href={pdf(id)}>Payslip for {periodText(periodFrom, periodTo)}</a>
            <PayState state={state} /> <span>{formatMoney(totalMinor, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
