import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { type ProviderName, providerLabels } from "~/models/money/payment-provider/payment-provider"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type Settled = {
  id: string
  bookedOn: string
  amountMinor: number
  currency: string
  payerName: string
  reference: string
  paymentId: string | null
  /** The payment was reversed, so the transfer can be taken up again. */
  isReversed: boolean
  /** The provider whose payout it is. */
  payoutOf: ProviderName | null
  /** The other income that it was recorded as. */
  incomeId: string | null
}

/** Transfers that were recorded as payments, or set aside. */
export function SettledTransfers({ transfers }: { transfers: Settled[] }) {
  return (
    <DataTable
      caption="Bank transfers, newest first"
      rows={transfers}
      rowKey={({ id }) => id}
      columns={[
        { label: "Date", cell: ({ bookedOn }) => formatDate(bookedOn, "medium") },
        { label: "Payer", cell: ({ payerName }) => payerName || "Unknown payer" },
        { label: "Reference", cell: ({ reference }) => <span className="wrap-anywhere">{reference}</span> },
        {
          label: "Amount",
          numeric: true,
          cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
        },
        {
          label: "Payment",
          cell: ({ id, paymentId, isReversed, payoutOf, incomeId }) =>
            incomeId ? (
              <Link to={paths.expense(incomeId)}>View other income</Link>
            ) : paymentId && !isReversed ? (
              <Link to={paths.paymentReceipt(paymentId)}>View payment</Link>
            ) : (
              <PostForm>
                {payoutOf ? `Payout from ${providerLabels[payoutOf]} ` : null}
                <input type="hidden" name="entry" value={id} />
                <SubmitButton intent="restore" variant="plain" pending="Restoring…">
                  Restore
                </SubmitButton>
              </PostForm>
            ),
        },
      ]}
    />
  )
}
