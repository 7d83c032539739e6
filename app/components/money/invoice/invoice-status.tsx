import { Status } from "~/components/ui/status"
import { type InvoiceState, stateLabels } from "~/models/money/invoice/invoice"

/** An invoice's state as note head and label. */
export function InvoiceStatus({ state }: { state: InvoiceState }) {
  return <Status {...stateLabels[state]} />
}
