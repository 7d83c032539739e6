import { FigureRow } from "~/components/ui/figure-row"
import { formatDate } from "~/utils/date-text"

type FamilyBalanceProps = {
  openMinor: number
  spareMinor: number
  processingMinor: number
  overdueMinor: number
  /** `YYYY-MM-DD` */
  nextDueOn: string | null
  /** payers divide what is due, and this is the reader’s */
  isPart?: boolean
  money: (amountMinor: number) => string
}

/** What a family owes, has in its favor, and by when. */
export function FamilyBalance({ openMinor, spareMinor, processingMinor, ...rest }: FamilyBalanceProps) {
  const { overdueMinor, nextDueOn, isPart, money } = rest
  return (
    <FigureRow
      label="Balance"
      items={[
        {
          figure: money(openMinor),
          label: isPart ? "your part of the balance due" : "balance due",
          metric: "family-balance",
        },
        ...(spareMinor > 0
          ? [
              {
                figure: money(spareMinor),
                label: "account credit for your next invoice",
                metric: "family-spare" as const,
              },
            ]
          : []),
        ...(processingMinor > 0
          ? [
              {
                figure: money(processingMinor),
                label: "being processed",
                metric: "family-processing" as const,
              },
            ]
          : []),
        ...(overdueMinor > 0
          ? [
              {
                figure: <span className="bad">{money(overdueMinor)}</span>,
                label: "overdue",
                metric: "family-balance" as const,
              },
            ]
          : []),
        ...(nextDueOn ? [{ figure: formatDate(nextDueOn, "day"), label: "next due date" }] : []),
      ]}
    />
  )
}
