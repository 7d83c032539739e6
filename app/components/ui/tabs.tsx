import { Fragment } from "react"
import { Link } from "./link"

type Tab = { to: string; label: string; current?: boolean }

/** Views of one thing as links; they scroll sideways alone on a phone. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Fragment key={tab.to}>
          <Link to={tab.to} aria-current={tab.current ? "page" : undefined}>
            {tab.label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  )
}
