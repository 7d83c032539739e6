import { Status } from "~/components/ui/status"
import { type InvoiceState, stateLabels } from "~/models/money/invoice/invoice"

/** An invoice's state as note head and label. */
export function InvoiceStatus({ state }: { state: InvoiceState }) {
  const { word, head, tone } = stateLabels[state]
  return (
    <Status head={head} tone={tone}>
      {word}
    </Status>
  )
}
