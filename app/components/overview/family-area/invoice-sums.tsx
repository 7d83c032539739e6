import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type InvoiceSumsProps = {
  /** All amounts in minor units. */
  totalMinor: number
  openMinor: number
  currency: string
  shares: { name: string; amountMinor: number }[]
  /** Credit notes, and what the school wrote off. */
  credits: { creditNoteId: string | null; label: string; amountMinor: number }[]
  payments: { paymentId: string; amountMinor: number; receivedOn: string }[]
}

/** The total under its final barline, each payer's share, and what has been paid. */
export function InvoiceSums({
  totalMinor,
  openMinor,
  currency,
  shares,
  payments,
  credits,
}: InvoiceSumsProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <>
      <LedgerList rows={[]} total={{ label: "Total", amount: money(totalMinor) }} />
      {shares.length > 1 ? (
        <LedgerList
          rows={shares.map(({ name, amountMinor }) => ({ label: name, amount: money(amountMinor) }))}
        />
      ) : null}
      {payments.length + credits.length > 0 ? (
        <LedgerList
          rows={[
            ...payments.map(({ paymentId, amountMinor, receivedOn }) => ({
              label: <Link to={paths.receipt(paymentId)}>Paid {formatDate(receivedOn, "full")}</Link>,
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
