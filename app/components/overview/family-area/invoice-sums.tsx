import { TaxedTotal } from "~/components/money/invoice/taxed-total"
import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import type { TaxedAmount } from "~/models/accounts/tax/tax"
import { openingCreditText } from "~/models/money/invoice/invoice-paper"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type InvoiceSumsProps = {
  /** The invoice’s lines, for the tax that is added to them or part of them. */
  groups: readonly { lines: readonly TaxedAmount[] }[]
  /** All amounts in minor units. */
  totalMinor: number
  openMinor: number
  currency: string
  shares: { name: string; amountMinor: number }[]
  /** Credit notes, and what the school wrote off. */
  credits: { creditNoteId: string | null; label: string; amountMinor: number }[]
  /** without an id, the reader can’t open the receipt */
  payments: {
    paymentId: string | null
    amountMinor: number
    receivedOn: string
    isOpening: boolean
    isVoucher: boolean
  }[]
  /** whether the reader can open the receipts */
  hasReceipts?: boolean
}

/** Subtotal, taxes and total as on paper, each payer's share, and what has been paid. */
export function InvoiceSums(props: InvoiceSumsProps) {
  const { groups, totalMinor, openMinor, currency, shares, payments, credits, hasReceipts = true } = props
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <>
      <TaxedTotal lines={groups.flatMap(({ lines }) => lines)} totalMinor={totalMinor} currency={currency} />
      {shares.length > 1 ? (
        <LedgerList
          rows={shares.map(({ name, amountMinor }) => ({ label: name, amount: money(amountMinor) }))}
        />
      ) : null}
      {payments.length + credits.length > 0 ? (
        <LedgerList
          rows={[
            ...payments.map(({ paymentId, amountMinor, receivedOn, isOpening, isVoucher }) => ({
              label: isOpening ? (
                openingCreditText(receivedOn, isVoucher)
              ) : hasReceipts && paymentId ? (
                <Link to={paths.receipt(paymentId)}>Paid {formatDate(receivedOn, "full")}</Link>
              ) : (
                `Paid ${formatDate(receivedOn, "full")}`
              ),
              amount: money(-amountMinor),
            })),
            ...credits.map(({ creditNoteId, label, amountMinor }) => ({
              label: creditNoteId ? <Link to={paths.studentCreditNote(creditNoteId)}>{label}</Link> : label,
              amount: money(-amountMinor),
            })),
            ...(openMinor > 0 ? [{ label: "Balance due", amount: money(openMinor) }] : []),
          ]}
        />
      ) : null}
    </>
  )
}
