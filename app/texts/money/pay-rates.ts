import type { RateExclusion } from "~/models/money/pay/rate-change"
import { notPreviewed } from "~/texts/teaching/refusals"

/** Why a teacher is left out when rates of several teachers change. */
export const rateExclusions: Record<RateExclusion, string> = {
  paid: "a payslip covers that day",
  later: "has a rate from that day or later",
  "no-rate": "no rate to raise",
  other: "no rate of this kind or for these lessons",
  ends: "the rate has a last day",
  percent: "a percentage can’t be raised by an amount",
  full: "all of the charges already",
  "too-small": "the raise is too small for this rounding",
  same: "has this rate already",
}

export const rateChangeRefusals = {
  "not-previewed": notPreviewed,
  "nothing-to-change": "No pay rate changes with this choice.",
}
export type RateChangeRefusal = keyof typeof rateChangeRefusals
