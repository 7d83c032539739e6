import { formatMoney } from "~/utils/money"
import type { BillingMode, Price } from "./price"

// A price always names what it is charged for. Safe in the browser.

const per: Record<BillingMode, string> = {
  per_session: "per lesson",
  monthly: "a month",
  package: "per lesson without a package",
}

/** "$45.00 per lesson" */
export const priceText = (price: Price | null, currency: string): string =>
  price
    ? `${formatMoney(price.amountMinor, currency)} ${per[price.billing]}${partText(price)}`
    : "no price yet"

const partText = ({ installment }: Price): string =>
  installment ? `, installment ${installment.part} of ${installment.parts}` : ""
