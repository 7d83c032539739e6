import { LedgerList } from "~/components/ui/ledger-list"
import type { CourseInstallment } from "~/models/teaching/price/course"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type CourseInstallmentsProps = { installments: CourseInstallment[]; currency: string }

/** What a course costs, when; nothing for a class that isn't sold as one. */
export function CourseInstallments({ installments, currency }: CourseInstallmentsProps) {
  if (installments.length === 0) return null
  const total = installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <section aria-label="Price in installments">
      <LedgerList
        rows={installments.map(({ part, dueOn, amountMinor }) => ({
          label: `Installment ${part}, due ${formatDate(dueOn, "medium")}`,
          amount: formatMoney(amountMinor, currency),
        }))}
        total={{ label: "Total price", amount: formatMoney(total, currency) }}
      />
    </section>
  )
}
