import type { FeeOutcome, FeeState, GuestFee } from "~/models/money/event-fee/event-fee"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

// The fee of an event as people read it. Safe in the browser.

export const feeStateLabels: Record<FeeState, string> = {
  "to-invoice": "On the next invoice",
  due: "Invoiced",
  paid: "Paid",
  waived: "Waived",
}

/** "$20.00, Paid": of one student, where there is a fee. */
export const guestFeeText = (fee: GuestFee | undefined, currency: string): string | null =>
  fee ? `${formatMoney(fee.amountMinor, currency)}, ${feeStateLabels[fee.state]}` : null

/** "$20.00 for each student who takes part. Withdrawn after Dec 1, 2026, it stays due" */
export const feeText = (
  { feeMinor, feeUntil }: { feeMinor: number | null; feeUntil: string | null },
  currency: string,
): string | null =>
  feeMinor === null
    ? null
    : `${formatMoney(feeMinor, currency)} for each student who takes part${feeUntil ? `. Withdrawn after ${formatDate(feeUntil, "medium")}, it stays due` : ""}`

/** What an answer did to the fee, after the answer's own sentence. */
export const feeOutcomeTexts: Record<FeeOutcome, string> = {
  charged: " The fee is on the next invoice.",
  invoiced: " The fee is invoiced.",
  "taken-back": " The fee is removed.",
  stays: " It’s too late to withdraw without the fee, so it stays due.",
  none: "",
}

/** "3 of 5 paid" of the students whose fee wasn't waived. */
export function feesPaidText(fees: readonly { state: FeeState }[]): string {
  const asked = fees.filter(({ state }) => state !== "waived")
  const paid = asked.filter(({ state }) => state === "paid").length
  return asked.length === 0 ? "No one is charged yet" : `${paid} of ${asked.length} paid`
}
