import { LedgerList } from "~/components/ui/ledger-list"
import { type TaxedAmount, taxText, taxTotals } from "~/models/accounts/tax/tax"
import { formatMoney } from "~/utils/money"

type TaxedTotalProps = {
  lines: readonly TaxedAmount[]
  totalMinor: number
  currency: string
  /** rows above, where the lines themselves aren't shown */
  rows?: { label: string; amount: string }[]
}

/** The total of an invoice: tax that is added stands above it, tax that is part of it below. */
export function TaxedTotal({ lines, totalMinor, currency, rows = [] }: TaxedTotalProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const { subtotalMinor, added, included } = taxTotals(lines)
  return (
    <>
      <LedgerList
        rows={[
          ...rows,
          ...(subtotalMinor === null ? [] : [{ label: "Subtotal", amount: money(subtotalMinor) }]),
          ...added.map((tax) => ({
            label: `${taxText(tax)} on ${money(tax.netMinor)}`,
            amount: money(tax.taxMinor),
          })),
        ]}
        total={{ label: "Total", amount: money(totalMinor) }}
      />
      {included.length > 0 ? (
        <LedgerList
          rows={included.map((tax) => ({
            label: `Includes ${taxText(tax)} on ${money(tax.netMinor)}`,
            amount: money(tax.taxMinor),
          }))}
        />
      ) : null}
    </>
  )
}
