import { Fragment } from "react"
import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { Link } from "./button"
import { useMayOpen } from "./limits"

/** `metric` names the numbers of the label in the glossary, in their order. */
type Tab = { to: string; label: string; metric?: MetricKeys }

type TabsProps =
  | { label: string; tabs: (Tab & { current?: boolean })[] }
  | { label: string; tabs: readonly (Tab & { key: string })[]; current: string | undefined }

/** Views of one thing as links; they scroll sideways alone on a phone. The open one says so itself, or is named by its key. */
export function Tabs({ label, ...views }: TabsProps) {
  const mayOpen = useMayOpen()
  const tabs =
    "current" in views
      ? views.tabs.map((tab) => ({ ...tab, current: tab.key === views.current }))
      : views.tabs
  return (
    <nav className="tabs" aria-label={label}>
      {tabs
        .filter(({ to }) => mayOpen(to))
        .map((tab) => (
          <Fragment key={tab.to}>
            <Link to={tab.to} data-figure={tab.metric} aria-current={tab.current ? "page" : undefined}>
              {tab.label}
            </Link>{" "}
          </Fragment>
        ))}
    </nav>
  )
}
