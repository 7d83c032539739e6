import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

type Place = "families" | "batch" | "reminders"

/** What is done for many families at once. */
export function ManageTabs({ current }: { current: Place }) {
  const tabs: [Place, string, string][] = [
    ["families", paths.manageBilling(), "Balances"],
    ["batch", paths.invoiceBatch(), "Invoices for many"],
    ["reminders", paths.reminders(), "Reminders"],
  ]
  return (
    <Tabs
      label="For many families"
      tabs={tabs.map(([place, to, label]) => ({ to, label, current: place === current }))}
    />
  )
}
