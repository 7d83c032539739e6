import { Outlet } from "@remix-run/react"
import { AnalyticsFrame } from "~/components/overview/analytics/analytics-frame"
import { FailedPage } from "~/components/shell/frame"

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
