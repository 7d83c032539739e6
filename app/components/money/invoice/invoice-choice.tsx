import type { SubmissionResult } from "@conform-to/react"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

export type ChoosableInvoice = {
  invoiceId: string
  number: string | null
  /** `YYYY-MM-DD` */
  dueOn: string
  openMinor: number
}

type InvoiceChoiceProps = {
  formId: string
  invoices: ChoosableInvoice[]
  currency: string
  result?: SubmissionResult
}

/** Which open invoices an amount goes to; without a choice, the oldest ones. Nothing to choose with fewer than two. */
export function InvoiceChoice({ formId, invoices, currency, result }: InvoiceChoiceProps) {
  if (invoices.length < 2) return null
  const sent = result?.initialValue?.invoice
  const chosen = new Set(Array.isArray(sent) ? sent : [sent])
  return (
    <fieldset className="field" id={`${formId}-invoice`}>
      <legend>Invoices</legend>
      <p className="hint">Leave all unchecked to pay the oldest first.</p>
      {invoices.map(({ invoiceId, number, dueOn, openMinor }) => (
        <label key={invoiceId} className="checkbox">
          <input type="checkbox" name="invoice[]" value={invoiceId} defaultChecked={chosen.has(invoiceId)} />
          <span>
            {number}, {formatMoney(openMinor, currency)} due {formatDate(dueOn, "medium")}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
