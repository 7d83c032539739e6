import { Status } from "~/components/ui/status"
import { type InvoiceState, stateLabels } from "~/models/money/invoice/invoice"

/** An invoice's state to the family; a payment the provider still holds is neither paid nor to be paid again. */
export function PortalInvoiceStatus({ state, isProcessing }: { state: InvoiceState; isProcessing: boolean }) {
  if (isProcessing) return <Status head="half">Payment processing</Status>
  return <Status {...stateLabels[state]} />
}

/** What is being processed, among what lowers the balance due of an invoice. */
export const processingSum = (processing: { amountMinor: number } | null) =>
  processing
    ? [{ label: "Payment being processed", amountMinor: processing.amountMinor, creditNoteId: null }]
    : []
