import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The tabs of billing. */
export function BillingTabs({ current }: { current: string | undefined }) {
  const tabs: [key: string, to: string, label: string][] = [
    ["invoices", paths.billing(), "Invoices"],
    ["unbilled", paths.unbilled(), "Ready to invoice"],
    ["manage", paths.manageBilling(), "Families"],
    ["history", paths.moneyHistory(), "History"],
  ]
  return (
    <Tabs label="Billing" tabs={tabs.map(([key, to, label]) => ({ to, label, current: key === current }))} />
  )
}
