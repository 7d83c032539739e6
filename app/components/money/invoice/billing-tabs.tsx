import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The rooms of the school's money. */
export function BillingTabs({ current }: { current: string | undefined }) {
  const tabs: [key: string, to: string, label: string][] = [
    ["invoices", paths.billing(), "Invoices"],
    ["unbilled", paths.unbilled(), "Unbilled"],
    ["manage", paths.manageBilling(), "Families and batches"],
    ["history", paths.moneyHistory(), "History"],
  ]
  return (
    <Tabs label="Money" tabs={tabs.map(([key, to, label]) => ({ to, label, current: key === current }))} />
  )
}
