import type { ReactNode } from "react"
import { Frame } from "~/components/shell/frame"
import { isOfPrices, PriceTabs } from "../prices/price-tabs"
import { BillingTabs } from "./billing-tabs"
import { isForMany, ManageTabs } from "./manage-tabs"

function areaOf(tab: string | undefined): string | undefined {
  if (isForMany(tab)) return "manage"
  return isOfPrices(tab) ? "prices" : tab
}

/** The heading and the tabs of the school's money; a page about one invoice or family has a heading of its own. */
export function BillingFrame({ children }: { children: ReactNode }) {
  return (
    <Frame
      tabs={(current) => (
        <>
          <BillingTabs current={areaOf(current)} />
          {isForMany(current) ? <ManageTabs current={current} /> : null}
          {isOfPrices(current) ? <PriceTabs current={current} /> : null}
        </>
      )}
    >
      {children}
    </Frame>
  )
}
