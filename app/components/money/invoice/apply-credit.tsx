import type { SubmissionResult } from "@conform-to/react"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { formatMoney } from "~/utils/money"
import { type ChoosableInvoice, InvoiceChoice } from "./invoice-choice"

type ApplyCreditProps = {
  creditMinor: number
  currency: string
  invoices: ChoosableInvoice[]
  formKey: string
  result?: SubmissionResult
}

/** Uses account credit for open invoices. */
export function ApplyCredit({ creditMinor, currency, invoices, formKey, result }: ApplyCreditProps) {
  const openMinor = invoices.reduce((sum, invoice) => sum + invoice.openMinor, 0)
  return (
    <PostForm needs="payment:record" className="form" id="credit" sends={{ formKey: `${formKey}-credit` }}>
      <InvoiceChoice formId="credit" invoices={invoices} currency={currency} result={result} />
      <SubmitRow
        label={`Apply ${formatMoney(Math.min(creditMinor, openMinor), currency)} credit`}
        pending="Applying…"
        intent="apply-credit"
        variant="secondary"
      />
    </PostForm>
  )
}
