import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs = [
  { key: "families", to: paths.manageBilling(), label: "Balances" },
  { key: "automatic", to: paths.automaticInvoices(), label: "Automatic invoices" },
  { key: "payments", to: paths.automaticPayments(), label: "Automatic payments" },
  { key: "plans", to: paths.paymentPlans(), label: "Payment plans" },
  { key: "bank", to: paths.bankTransfers(), label: "Bank transfers" },
  { key: "packages", to: paths.packages(), label: "Packages" },
  { key: "hires", to: paths.hires(), label: "Instrument rentals" },
  { key: "reminders", to: paths.reminders(), label: "Reminders" },
]

export const isForMany = (tab: string | undefined): boolean => tabs.some(({ key }) => key === tab)

/** Tabs for work on many families at once. */
export function ManageTabs({ current }: { current: string | undefined }) {
  return <Tabs label="Families" tabs={tabs} current={current} />
}
