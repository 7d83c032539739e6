import { Outlet } from "@remix-run/react"
import { BillingFrame } from "~/components/money/invoice/billing-frame"
import { FailedPage } from "~/components/shell/frame"

// This layout loads nothing: the money tabs have no counts, and each page guards and loads its own data.

export default function BillingArea() {
  return (
    <BillingFrame>
      <Outlet />
    </BillingFrame>
  )
}

export function ErrorBoundary() {
  return (
    <BillingFrame>
      <FailedPage />
    </BillingFrame>
  )
}
