// What the school no longer expects of an invoice: why that is refused.

/** An invoice that is written off, and how much of it; minor units. */
export type WrittenOff = { invoiceId: string; number: string; amountMinor: number }

/** What follows a payment that became account credit beside an invoice that was written off. */
export const paidAfterAllText = ({ number }: WrittenOff): string =>
  `Invoice ${number} was written off: restore it to apply the credit.`
