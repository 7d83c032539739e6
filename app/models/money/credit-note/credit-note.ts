// A credit note says what a family owes less. Pure, so that the browser can show what the server will decide.

export type CreditRefusal =
  | "no-invoice"
  | "no-family"
  | "not-creditable"
  | "nothing-credited"
  | "more-than-line"
  | "more-than-left"
  | "line-gone"
  | "sent-before"

export const creditRefusals: Record<CreditRefusal, string> = {
  "no-invoice": "This invoice isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "not-creditable": "This invoice has nothing left to credit.",
  "nothing-credited": "Enter an amount for at least one item.",
  "more-than-line": "This is more than is left of the item. Enter a smaller amount.",
  "more-than-left": "These amounts come to more than is left of the invoice. Lower one of them.",
  "line-gone": "Some of these items have changed. Review the list, then try again.",
  "sent-before":
    "This form already sent a credit note over other amounts. Press the button again to send this one as well.",
}

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
