import type { ReactNode } from "react"
import { Frame } from "~/components/shell/frame"
import { AdministrationTabs } from "./administration-tabs"

/** The heading of each part of the settings, and the tabs of those that have several pages. */
export const SettingsFrame = ({ children }: { children: ReactNode }) => (
  <Frame tabs={(current) => (current ? <AdministrationTabs current={current} /> : null)}>{children}</Frame>
)
