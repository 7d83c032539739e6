import { formatNumber } from "~/utils/formats"
import type { PayWay } from "../payment-provider/payment-provider"

// One payment of all that is due to one family, and how it is named. Safe in the browser.

export type PayAllOffer = {
  /** how many invoices */
  count: number
  /** what is paid beside them; minor units */
  besideMinor: number
  /** both together; minor units */
  amountMinor: number
  /** whether that is all that is due: someone's other family is paid by itself */
  isEverything: boolean
  /** through whom it can be paid */
  ways: PayWay[]
}

/** How much of what is owed on no invoice can be paid by itself, minor units, and through whom. */
export type PayOwedOffer = { amountMinor: number; ways: PayWay[] }

/** "everything"; "all 3 invoices"; "1 invoice and the balance due" */
export function toPayText({ count, besideMinor, isEverything }: Omit<PayAllOffer, "ways">): string {
  if (besideMinor > 0 && isEverything) return "everything"
  const invoices = count === 1 ? "1 invoice" : `all ${formatNumber(count)} invoices`
  return besideMinor > 0 ? `${invoices} and the balance due` : invoices
}

/** How what is owed on no invoice is paid. */
export function settledText(
  offer: Pick<PayAllOffer, "besideMinor" | "isEverything"> | null,
  payOwedMinor: number,
  money: (amountMinor: number) => string,
): string {
  if (!offer || offer.besideMinor === 0)
    return payOwedMinor > 0
      ? `You can pay ${money(payOwedMinor)} of it now.`
      : "Ask your school how to pay it."
  return offer.isEverything
    ? "Paying everything settles it."
    : `You can pay ${money(offer.besideMinor)} of it now.`
}
