import { Outlet } from "@remix-run/react"
import type { ReactNode } from "react"
import { FailedPage, Frame } from "~/components/shell/frame"
import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

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

type Part = { key: string; to: string; label: string }
type Area = Part & { parts: Part[] }

/** The areas of the school's money, each with its pages where it has several. */
const areas: Area[] = [
  { key: "invoices", to: paths.billing(), label: "Invoices", parts: [] },
  { key: "unbilled", to: paths.unbilled(), label: "Ready to invoice", parts: [] },
  {
    key: "manage",
    to: paths.manageBilling(),
    label: "Families",
    parts: [
      { key: "families", to: paths.manageBilling(), label: "Balances" },
      { key: "automatic", to: paths.automaticInvoices(), label: "Automatic invoices" },
      { key: "payments", to: paths.automaticPayments(), label: "Automatic payments" },
      { key: "plans", to: paths.paymentPlans(), label: "Payment plans" },
      { key: "reminders", to: paths.reminders(), label: "Reminders" },
    ],
  },
  {
    key: "sales",
    to: paths.packages(),
    label: "Sales",
    parts: [
      { key: "packages", to: paths.packages(), label: "Packages" },
      { key: "materials", to: paths.materials(), label: "Materials" },
      { key: "vouchers", to: paths.vouchers(), label: "Gift vouchers" },
      { key: "hires", to: paths.rentals(), label: "Instrument rentals" },
      { key: "discounts", to: paths.discounts(), label: "Discounts" },
      { key: "price-changes", to: paths.priceChanges(), label: "Price changes" },
    ],
  },
  {
    key: "books",
    to: paths.moneyHistory(),
    label: "Books",
    parts: [
      { key: "history", to: paths.moneyHistory(), label: "History" },
      { key: "bank", to: paths.bankTransfers(), label: "Bank transfers" },
      { key: "expenses", to: paths.expenses(), label: "Expenses" },
      { key: "month", to: paths.monthSheet(), label: "Month end" },
    ],
  },
]

/** The tabs of billing, with those of the area that the page is in. */
function BillingTabs({ current }: { current: string | undefined }) {
  const area = areas.find(({ key, parts }) => key === current || parts.some((part) => part.key === current))
  const parts = area?.parts ?? []
  return (
    <>
      <Tabs label="Billing" tabs={areas} current={area?.key} />
      {area && parts.length > 0 ? <Tabs label={area.label} tabs={parts} current={current} /> : null}
    </>
  )
}

/** The heading and the tabs of the school's money; a page about one invoice or family has a heading of its own. */
function BillingFrame({ children }: { children: ReactNode }) {
  return <Frame tabs={(current) => <BillingTabs current={current} />}>{children}</Frame>
}
