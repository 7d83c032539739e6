import { Outlet } from "@remix-run/react"
import { FailedPage, Frame } from "~/components/shell/frame"

// An area whose pages are the menu's: their heading remains when one of them fails. It loads nothing.

export default function Area() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  return (
    <Frame>
      <FailedPage />
    </Frame>
  )
}
