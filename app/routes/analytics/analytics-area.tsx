import { Outlet, useLocation } from "@remix-run/react"
import type { ReactNode } from "react"
import { FailedPage, Frame } from "~/components/shell/frame"
import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

// This layout loads nothing: the tabs have no counts, and each page guards and loads its own data.

export default function AnalyticsArea() {
  return (
    <AnalyticsFrame>
      <Outlet />
    </AnalyticsFrame>
  )
}

export function ErrorBoundary() {
  return (
    <AnalyticsFrame>
      <FailedPage />
    </AnalyticsFrame>
  )
}

const tabs = [
  { key: "students", to: paths.analytics(), label: "Students" },
  { key: "teaching", to: paths.teachingFigures(), label: "Lessons" },
  { key: "money", to: paths.moneyFigures(), label: "Money" },
  { key: "ahead", to: paths.figuresAhead(), label: "Looking ahead" },
]

/** The heading and the tabs of the school's figures. What was chosen goes along from tab to tab. */
function AnalyticsFrame({ children }: { children: ReactNode }) {
  const { search } = useLocation()
  return (
    <Frame
      tabs={(current) => (
        <Tabs
          label="Analytics"
          tabs={tabs.map(({ to, ...tab }) => ({ ...tab, to: `${to}${search}` }))}
          current={current}
        />
      )}
    >
      {children}
    </Frame>
  )
}
