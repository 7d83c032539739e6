import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { BillingMode, Price } from "./price"

// A price always names what it is charged for. Safe in the browser.

const per: Record<BillingMode, string> = {
  per_session: "per lesson",
  monthly: "a month",
  package: "per lesson without a package",
}

/** "$45.00 per lesson"; with the last day of the class's weekly times also "$100.00 a month until December 2026" */
export const priceText = (price: Price | null, currency: string, lastDay: string | null = null): string =>
  price
    ? `${formatMoney(price.amountMinor, currency)} ${per[price.billing]}${partText(price)}${lastDay ? untilText(price, lastDay) : ""}`
    : "no price yet"

const untilText = ({ billing, installment }: Price, lastDay: string): string =>
  billing === "monthly" && !installment ? ` until ${formatDate(lastDay, "month")}` : ""

const partText = ({ installment }: Price): string =>
  installment ? `, installment ${installment.part} of ${installment.parts}` : ""
