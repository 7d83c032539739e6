import { Fragment } from "react"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"
import { Link } from "./link"

/** `metric` names the numbers of the label in the glossary, in their order. */
type Tab = { to: string; label: string; current?: boolean; metric?: MetricKeys }

/** Views of one thing as links; they scroll sideways alone on a phone. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.to}>
          <Link to={tab.to} data-figure={tab.metric} aria-current={tab.current ? "page" : undefined}>
            {tab.label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  )
}
