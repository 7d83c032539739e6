// What the school no longer expects of an invoice: why that is refused.

/** An invoice that is written off, and how much of it; minor units. */
export type WrittenOff = { invoiceId: string; number: string; amountMinor: number }

/** What follows a payment that became account credit beside an invoice that was written off. */
export const paidAfterAllText = ({ number }: WrittenOff): string =>
  `Invoice ${number} was written off: restore it to apply the credit.`

export type WriteOffRefusal = "no-invoice" | "nothing-open" | "not-written-off"

export const writeOffRefusals: Record<WriteOffRefusal, string> = {
  "no-invoice": "This invoice isn’t in your school.",
  "nothing-open": "This invoice has no balance due.",
  "not-written-off": "This invoice isn’t written off.",
}
