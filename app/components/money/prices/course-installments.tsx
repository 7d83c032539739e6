import { LedgerList } from "~/components/ui/ledger-list"
import { type CourseInstallment, paymentsOf } from "~/models/teaching/price/course"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type CourseInstallmentsProps = { installments: CourseInstallment[]; currency: string }

/** What a course costs, when; nothing for a class that isn't sold as one. */
export function CourseInstallments({ installments, currency }: CourseInstallmentsProps) {
  if (installments.length === 0) return null
  const payments = paymentsOf(installments)
  // of one that began in an earlier class, those that are left
  const first = payments.length === installments.length ? (installments[0]?.part ?? 1) : 1
  const total = installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <section aria-label="Price in installments">
      <LedgerList
        rows={payments.map(({ dueOn, amountMinor }, index) => ({
          label: `${payments.length === 1 && first === 1 ? "One payment" : `Installment ${first + index}`}, due ${formatDate(dueOn, "medium")}`,
          amount: formatMoney(amountMinor, currency),
        }))}
        total={{ label: "Total price", amount: formatMoney(total, currency) }}
      />
    </section>
  )
}
