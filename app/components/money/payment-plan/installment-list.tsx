import { LedgerList } from "~/components/ui/ledger-list"
import type { PaperFacts } from "~/models/money/invoice/invoice-paper"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type InstallmentListProps = Pick<PaperFacts, "installments" | "currency"> & { today: string }

/** The installments of a plan: when each is due, how much, and whether it is paid. */
export function InstallmentList({ installments, currency, today }: InstallmentListProps) {
  const last = installments.at(-1)?.position ?? 0
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <LedgerList
      rows={installments.map(({ position, dueOn, amountMinor, openMinor }) => {
        const isOverdue = openMinor > 0 && dueOn < today
        const day = formatDate(dueOn, "medium")
        return {
          label: `${position} of ${last}, ${isOverdue ? `overdue since ${day}` : `due ${day}`}`,
          amount:
            openMinor === 0
              ? `${money(amountMinor)} paid`
              : openMinor < amountMinor
                ? `${money(openMinor)} of ${money(amountMinor)}`
                : money(openMinor),
          bad: isOverdue,
        }
      })}
    />
  )
}
