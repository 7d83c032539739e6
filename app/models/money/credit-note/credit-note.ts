// A credit note says what a family owes less. Pure, so that the browser can show what the server will decide.

/** What of an invoice can still be credited; minor units. */
export type Creditable = { totalMinor: number; creditedMinor: number; writtenOffMinor: number }

export const creditableMinor = ({ totalMinor, creditedMinor, writtenOffMinor }: Creditable): number =>
  Math.max(0, totalMinor - creditedMinor - writtenOffMinor)

/** What the school does with credit that the invoice doesn't need, because it was paid. */
export const creditUses = ["keep", "apply", "refund"] as const
export type CreditUse = (typeof creditUses)[number]

export const creditUseLabels: Record<CreditUse, string> = {
  keep: "Keep as account credit for the next invoice",
  apply: "Apply to the oldest invoices due",
  refund: "Refund it",
}
