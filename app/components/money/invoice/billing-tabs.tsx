import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs = [
  { key: "invoices", to: paths.billing(), label: "Invoices" },
  { key: "unbilled", to: paths.unbilled(), label: "Ready to invoice" },
  { key: "manage", to: paths.manageBilling(), label: "Families" },
  { key: "prices", to: paths.prices(), label: "Prices" },
  { key: "history", to: paths.moneyHistory(), label: "History" },
  { key: "expenses", to: paths.expenses(), label: "Expenses" },
  { key: "month", to: paths.monthSheet(), label: "Month end" },
]

/** The tabs of billing. */
export function BillingTabs({ current }: { current: string | undefined }) {
  return <Tabs label="Billing" tabs={tabs} current={current} />
}
