import { Outlet } from "@remix-run/react"
import { SettingsFrame } from "~/components/accounts/settings/settings-frame"
import { FailedPage } from "~/components/shell/frame"

// This layout loads nothing: the tabs have no counts, and each page guards and loads its own data.

export default function SettingsArea() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  )
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <FailedPage />
    </SettingsFrame>
  )
}
