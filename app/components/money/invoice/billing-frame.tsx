import type { ReactNode } from "react"
import { Frame } from "~/components/shell/frame"
import { BillingTabs } from "./billing-tabs"

/** The heading and the tabs of the school's money; a page about one invoice or family has a heading of its own. */
export function BillingFrame({ children }: { children: ReactNode }) {
  return <Frame tabs={(current) => <BillingTabs current={current} />}>{children}</Frame>
}
