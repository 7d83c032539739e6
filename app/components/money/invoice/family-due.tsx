import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { countOf } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type FamilyDueProps = {
  familyId: string
  /** What is due of the whole account. Below zero it has a credit. */
  dueMinor: number
  unbilled: { charges: number; amountMinor: number }
  currency: string
}

/** What a family owes, what isn't on an invoice yet, and both together. */
export function FamilyDue({ familyId, dueMinor, unbilled, currency }: FamilyDueProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <LedgerList
      rows={[
        { label: dueMinor < 0 ? "Account credit" : "Balance due", amount: money(Math.abs(dueMinor)) },
        {
          label: (
            <Link to={paths.newInvoice({ family: familyId })}>
              Ready to invoice, {countOf(unbilled.charges, "item")}
            </Link>
          ),
          amount: money(unbilled.amountMinor),
        },
      ]}
      total={
        dueMinor < 0
          ? undefined
          : { label: "Total to collect", amount: money(dueMinor + unbilled.amountMinor) }
      }
    />
  )
}
