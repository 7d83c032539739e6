import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

type Place = "invoices" | "unbilled" | "manage" | "history"

/** The rooms of the school's money. */
export function BillingTabs({ current }: { current: Place }) {
  const tabs: [Place, string, string][] = [
    ["invoices", paths.billing(), "Invoices"],
    ["unbilled", paths.unbilled(), "Unbilled"],
    ["manage", paths.manageBilling(), "Families and batches"],
    ["history", paths.moneyHistory(), "History"],
  ]
  return (
    <Tabs
      label="Money"
      tabs={tabs.map(([place, to, label]) => ({ to, label, current: place === current }))}
    />
  )
}
