import { formatMoney } from "~/utils/money"

/** What is said after a payment that is being processed. */
export const notAgainText = (openMinor: number, currency: string): string =>
  openMinor > 0 ? `${formatMoney(openMinor, currency)} is still due.` : "You don’t need to pay again."
