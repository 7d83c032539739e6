import { FamilyTitle } from "~/components/people/family/family-title"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type ListedPlan = {
  planId: string
  familyId: string
  familyName: string
  familyChildren: string | null
  invoices: { id: string; number: string | null }[]
  paid: number
  count: number
  /** `YYYY-MM-DD` */
  nextOn: string
  /** Minor units. */
  nextMinor: number
  overdueMinor: number
  leftMinor: number
}

/** Payment plans with what is due next, what is overdue and what is left of each. */
export function PlanTable({ plans, currency }: { plans: readonly ListedPlan[]; currency: string }) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <DataTable
      caption="Payment plans with a balance, next installment first"
      rows={[...plans]}
      rowKey={({ planId }) => planId}
      middle
      terse="labelled"
      columns={[
        {
          label: "Family",
          cell: (plan) => (
            <Link to={paths.family(plan.familyId)}>
              <FamilyTitle {...plan} />
            </Link>
          ),
        },
        {
          label: "Invoice",
          cell: ({ invoices }) =>
            invoices.map(({ id, number }, index) => (
              <span key={id}>
                {index > 0 ? ", " : null}
                <Link to={paths.invoice(id)}>{number}</Link>
              </span>
            )),
        },
        { label: "Paid", cell: ({ paid, count }) => `${paid} of ${count}` },
        {
          label: "Next installment",
          cell: ({ nextOn, nextMinor }) => `${formatDate(nextOn, "medium")}, ${money(nextMinor)}`,
        },
        {
          label: "Overdue",
          numeric: true,
          cell: ({ overdueMinor }) =>
            overdueMinor > 0 ? <span className="bad">{money(overdueMinor)}</span> : "–",
        },
        { label: "Left", numeric: true, beside: true, cell: ({ leftMinor }) => money(leftMinor) },
      ]}
    />
  )
}
