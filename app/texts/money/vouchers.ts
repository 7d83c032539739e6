import { methodLabels, type PaymentMethod } from "~/models/money/payment/payment"
import { sentBefore } from "~/models/money/sent-form/sent-form"
import type { VoucherSums } from "~/models/money/voucher/voucher"
import { closedDay } from "./refusals"

// What the screens of gift vouchers say when something isn't done.

const inClosedMonth = "That day is in a closed month. Reopen it under Invoices, Month end, first."

export const sellVoucherRefusals = {
  "in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  over: "Enter a last day that’s today or later, or leave it blank.",
  "sent-before": sentBefore,
}
export type SellVoucherRefusal = keyof typeof sellVoucherRefusals

export const removeVoucherRefusals = {
  used: "Some of it was redeemed, or it has ended. Undo that first.",
  closed: inClosedMonth,
}
export type RemoveVoucherRefusal = keyof typeof removeVoucherRefusals | "not-found"

export const correctVoucherRefusals = {
  used: "Some of it was redeemed, or it has ended, so it can’t be changed.",
}
export type CorrectVoucherRefusal = keyof typeof correctVoucherRefusals | "not-found"

export const emailVoucherRefusals = {
  used: "Some of it was redeemed, and the voucher says all of it. Tell them what is left instead.",
  "not-open": "Only an open voucher can be emailed.",
  "no-email": "There is no email on this voucher.",
  returned: "Emails to this address come back. Print the voucher instead.",
}

export const redeemRefusals = {
  unknown: "We don’t know this code. Check it against the voucher.",
  "too-many-tries": "Too many codes tried. Try again in an hour, or ask the school to redeem it for you.",
  "no-family": "This family isn’t in your school.",
  sample: "Sample families can’t redeem vouchers.",
  spent: "This voucher is redeemed in full.",
  ended: "This voucher is no longer valid. Ask the school about it.",
  expired: "This voucher has expired. Ask the school whether it can still be redeemed.",
  "more-than-left": "That’s more than is left on the voucher.",
  currency: "This voucher is in another currency than the school’s invoices.",
  closed: inClosedMonth,
}
export type RedeemRefusal = keyof typeof redeemRefusals

export const undoRedemptionRefusals = {
  undone: "This was undone before.",
  closed: inClosedMonth,
  ended: "The rest of this voucher has ended. Undo that first.",
  refunded: "Some of this account credit was refunded, so it can’t be undone.",
}
export type RedeemUndoRefusal = keyof typeof undoRedemptionRefusals | "not-found"

const nothingToEnd = {
  "nothing-left": "Nothing is left on this voucher.",
  closed: inClosedMonth,
}
export const cancelVoucherRefusals = { ...nothingToEnd, "sent-before": sentBefore }
export type CancelVoucherRefusal = keyof typeof cancelVoucherRefusals | "not-found"

export const incomeRefusals = {
  ...nothingToEnd,
  "not-expired": "This voucher hasn’t expired.",
}
export type IncomeRefusal = keyof typeof incomeRefusals | "not-found"

export const endUndoRefusals = { undone: "This voucher is open already.", closed: inClosedMonth }
export type EndUndoRefusal = keyof typeof endUndoRefusals | "not-found"

/** What became of gift vouchers in a month, opening to closing, in this order. */
export const voucherRows = [
  ["opening", "Open at the start of the month"],
  ["sold", "Sold"],
  ["redeemed", "Redeemed"],
  ["canceled", "Canceled and paid back"],
  ["income", "Expired, now other income"],
  ["closing", "Open at the end of the month"],
] as const satisfies [keyof VoucherSums, string][]

/** How money came in or went back for vouchers, beside what came from families. */
export const voucherMethodText = (method: PaymentMethod): string =>
  `Gift vouchers, ${methodLabels[method].toLowerCase()}`

/** What tells a voucher from others without giving it away. */
export const codeEnding = (code: string): string => `ending ${code.slice(-4)}`
