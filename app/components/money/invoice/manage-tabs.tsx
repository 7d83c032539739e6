import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs: [key: string, to: string, label: string][] = [
  ["families", paths.manageBilling(), "Balances"],
  ["batch", paths.invoiceBatch(), "Invoice run"],
  ["reminders", paths.reminders(), "Reminders"],
]

export const isForMany = (tab: string | undefined): boolean => tabs.some(([key]) => key === tab)

/** Tabs for work on many families at once. */
export function ManageTabs({ current }: { current: string | undefined }) {
  return (
    <Tabs label="Families" tabs={tabs.map(([key, to, label]) => ({ to, label, current: key === current }))} />
  )
}
