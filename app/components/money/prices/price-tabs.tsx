import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs = [
  { key: "price-rules", to: paths.prices(), label: "Rules" },
  { key: "package-offers", to: paths.packageOffers(), label: "Packages" },
  { key: "materials", to: paths.materials(), label: "Materials" },
  { key: "discounts", to: paths.discounts(), label: "Discounts" },
  { key: "price-changes", to: paths.priceChanges(), label: "Price changes" },
]

export const isOfPrices = (tab: string | undefined): boolean => tabs.some(({ key }) => key === tab)

/** Tabs for what the school sells and by which rules. */
export function PriceTabs({ current }: { current: string | undefined }) {
  return <Tabs label="Prices" tabs={tabs} current={current} />
}
