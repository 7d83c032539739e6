import type { FeeAct, FeeOutcome, FeeState, GuestFee } from "~/models/money/event-fee/event-fee"
import { withAddedTax } from "~/models/teaching/occasion/occasion"
import { forEachGuest } from "~/texts/teaching/occasions"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

// The fee of an event as people read it. Safe in the browser.

const stateLabels: Record<FeeState, string> = {
  "to-invoice": "On the next invoice",
  due: "Invoiced",
  paid: "Paid",
  credited: "Credited",
  "written-off": "Written off",
  waived: "Waived",
}

/** "$20.00, Paid" */
export const guestFeeText = ({ amountMinor, state }: GuestFee, currency: string): string =>
  `${formatMoney(amountMinor, currency)}, ${stateLabels[state]}`

/** The same of all fees of a student; null without one. */
export const guestFeesText = (fees: readonly GuestFee[], currency: string): string | null =>
  fees.map((fee) => guestFeeText(fee, currency)).join("; ") || null

const untilText = (feeUntil: string | null): string =>
  feeUntil ? `. ${lateWithdrawalText(formatDate(feeUntil, "medium"))}` : ""

/** The day until which whoever withdraws pays no fee. */
export const lateWithdrawalText = (feeUntil: string): string =>
  `Students who withdraw after ${feeUntil} still pay it.`

/** "$20.00 for each student who takes part. Students who withdraw after Dec 1, 2026 still pay it." */
export const feeText = (
  { feeMinor, guestFeeMinor, feeUntil, addedTax }: Priced,
  currency: string,
): string | null => {
  const price = (minor: number) => withAddedTax(formatMoney(minor, currency), addedTax)
  const parts = [
    ...(feeMinor === null ? [] : [`${price(feeMinor)} for each student who takes part`]),
    ...(guestFeeMinor === null ? [] : [forEachGuest(price(guestFeeMinor))]),
  ]
  return parts.length === 0 ? null : `${parts.join(", ")}${untilText(feeUntil)}`
}

/** "Fee: $20.00. Students who withdraw after Dec 1, 2026 still pay it.": what a family's student is charged. */
function chargedText(
  fees: readonly Pick<GuestFee, "amountMinor" | "state">[],
  { feeUntil, currency }: { feeUntil: string | null; currency: string },
): string | null {
  if (fees.length === 0) return null
  const charged = fees.filter(({ state }) => state !== "waived")
  const sum = charged.reduce((all, { amountMinor }) => all + amountMinor, 0)
  if (charged.length === 0) return "Fee waived"
  const paid = charged.every(({ state }) => state === "paid") ? ", paid" : ""
  return `Fee: ${formatMoney(sum, currency)}${paid}${untilText(feeUntil)}`
}

type Priced = {
  feeMinor: number | null
  guestFeeMinor: number | null
  feeUntil: string | null
  addedTax: string | null
}
type ChargedChild = { answer: "yes" | "no" | null; fees: readonly Pick<GuestFee, "amountMinor" | "state">[] }

/**
 * An event as a family reads it: its fee where someone may still be charged it, and what each student is charged. A child's own login
 * sees neither.
 */
export const withFeeTexts = <Child extends ChargedChild, Event extends Priced>(
  { children, ...event }: Event & { children: readonly Child[] },
  { currency, isChild }: { currency: string; isChild: boolean },
) => ({
  ...event,
  ...(isChild ? { feeMinor: null, guestFeeMinor: null, addedTax: null } : {}),
  fee: !isChild && children.some(({ fees }) => fees.length === 0) ? feeText(event, currency) : null,
  children: children.map(({ fees, ...child }) => ({
    ...child,
    charged: isChild ? null : chargedText(fees, { feeUntil: event.feeUntil, currency }),
  })),
})

const outcomes: Record<FeeAct, (fee: string) => string> = {
  charged: (fee) => ` The fee of ${fee} is on the next invoice.`,
  removed: (fee) => ` The fee of ${fee} is removed.`,
  restored: (fee) => ` The fee of ${fee} is charged again.`,
  kept: (fee) => ` The fee of ${fee} stays on its invoice, as before.`,
  recounted: (fee) => ` The fee with guests is ${fee} now, on the next invoice.`,
  invoiced: (fee) =>
    ` The fee of ${fee} is invoiced already, so the number of guests doesn’t change it: the school decides about the difference.`,
  "off-next-invoice": (fee) => ` The fee of ${fee} is invoiced already: it comes off the next invoice.`,
  late: (fee) => ` It’s too late to withdraw without the fee of ${fee}, so it stays due.`,
  decide: (fee) => ` The fee of ${fee} stays on its invoice: the school decides what becomes of it.`,
  "not-yours": (fee) => ` The fee of ${fee} stays until a member with the right to invoice removes it.`,
  none: () => "",
}

/** What an answer did to the fee, after the answer's own sentence. */
export const feeOutcomeText = ({ act, amountMinor }: FeeOutcome, currency: string): string =>
  outcomes[act](formatMoney(amountMinor, currency))

/** What a canceled event did to its fees, after "Event canceled." */
export function canceledFeesText(acts: readonly FeeAct[]): string {
  const count = (...which: FeeAct[]) => acts.filter((act) => which.includes(act)).length
  const [removed, off, left] = [count("removed"), count("off-next-invoice"), count("decide", "not-yours")]
  const parts = [
    removed > 0 ? `${countOf(removed, "fee")} removed` : "",
    off > 0 ? `${countOf(off, "invoiced fee")} off the next invoice` : "",
    left > 0 ? `${countOf(left, "fee")} left to decide` : "",
  ].filter(Boolean)
  return parts.length > 0 ? ` ${parts.join(", ")}.` : ""
}

/** "3 of 5 paid" of the fees that weren't waived. */
export function feesPaidText(fees: readonly { state: FeeState }[]): string {
  const asked = fees.filter(({ state }) => state !== "waived")
  const paid = asked.filter(({ state }) => state === "paid").length
  return asked.length === 0 ? "No one is charged yet" : `${paid} of ${asked.length} paid`
}
