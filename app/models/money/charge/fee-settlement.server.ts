import type { charges } from "db/schema/money"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { AuditEvent } from "~/models/foundation/audit/events"
import { monthBounds } from "~/utils/dates"
import type { TakenDiscount } from "../discount/discount"
import type { Answers } from "./fee-answers.server"
import type { Fee, FeeToSettle } from "./fees-to-settle.server"
import type { MonthFee } from "./month-fee.server"
import { settlementOf } from "./month-history"

// What settling one month's fee comes to, without doing anything.

export const endsWithin = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < monthBounds(month).last
export const endedBefore = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < `${month}-01`

const endedText = "Monthly fee, enrollment ended"

/** A charge that is made for a month, with the discounts it takes or those of the charge it stands for again. */
export type NewCharge = {
  like: Fee
  facts: Partial<typeof charges.$inferInsert> &
    Pick<typeof charges.$inferInsert, "source" | "reason" | "amountMinor">
  discounts?: readonly TakenDiscount[]
  asBefore?: string
}

/** How a month's fee (`YYYY-MM`) changes, in minor units with tax, and what its part is called. */
export type FeeChange = {
  enrollmentId: string
  month: string
  beforeMinor: number
  afterMinor: number
  reason: string
}

/** What one fee comes to: what is withdrawn, what is charged, and the entry in the activity. */
export type Plan = {
  withdraw: readonly { chargeId: string }[]
  charge: NewCharge | undefined
  change: FeeChange
  event: AuditEvent
}

/** Undefined where the fee stands as it should. */
export function planFee(
  { answersOf, isWaived }: Answers,
  { fee, original: charged, isByHand }: FeeToSettle,
  part: MonthFee | null,
): Plan | undefined {
  if (isByHand || isWaived(fee)) return undefined
  const answers = answersOf(fee)
  // The office may have given it another text since.
  const original = { ...charged, description: fee.description, occurredOn: fee.occurredOn }
  const wantedMinor = endsWithin(fee) ? (part?.due.amountMinor ?? 0) : original.amountMinor
  const settlement = settlementOf(fee, answers, { wantedMinor, wholeMinor: original.amountMinor })
  if (!settlement) return undefined
  const { withdraw, standsMinor, targetMinor, differenceMinor, isCorrected } = settlement
  const change = {
    enrollmentId: fee.enrollmentId,
    month: fee.month,
    beforeMinor: standsMinor,
    afterMinor: targetMinor,
    reason: endsWithin(fee) ? (part?.reason ?? endedText) : original.reason,
  }
  const event = {
    verb: "settle-tuition",
    noun: "enrollment",
    nounId: fee.enrollmentId,
    before: { amountMinor: standsMinor },
    after: { month: fee.month, amountMinor: targetMinor },
  } as const
  if (differenceMinor !== null)
    return {
      withdraw,
      charge: difference({ fee, original }, differenceMinor, part, isCorrected),
      change,
      event,
    }
  const charge =
    targetMinor === original.amountMinor
      ? asBefore(original)
      : part && targetMinor > 0
        ? again(original, part)
        : undefined
  return { withdraw, charge, change, event }
}

/** A fee has one correction; what is due beside that is an item. */
function difference(
  { fee, original }: Pick<FeeToSettle, "fee" | "original">,
  differenceMinor: number,
  part: MonthFee | null,
  isCorrected: boolean,
): NewCharge | undefined {
  if (differenceMinor === 0) return undefined
  if (differenceMinor > 0) return item(original, differenceMinor, `${original.reason}, rest`)
  const reason = part?.reason ?? endedText
  return isCorrected ? item(original, differenceMinor, reason) : correction(fee, differenceMinor, reason)
}

function correction(fee: Fee, differenceMinor: number, reason: string): NewCharge {
  const tax = taxOf(fee)
  return {
    like: fee,
    facts: {
      source: "correction",
      correctsChargeId: fee.chargeId,
      reason,
      // the fee's amount had its tax within it, however it was added
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: fee.taxIsAdded,
    },
  }
}

/**
 * What an invoiced fee, or an invoiced correction of it, lacks or has too much now that the last day is another: an item of
 * the next invoice.
 */
function item(original: Fee, differenceMinor: number, reason: string): NewCharge {
  const tax = taxOf(original)
  return {
    like: original,
    facts: {
      source: "item",
      month: original.month,
      reason,
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: original.taxIsAdded,
    },
  }
}

function asBefore(original: Fee): NewCharge {
  const { month, reason, dueOn, feeRule } = original
  const { amountMinor, taxMinor, taxName, taxRate, taxIsAdded } = original
  const amount = { amountMinor, taxMinor, taxName, taxRate, taxIsAdded }
  return {
    like: original,
    facts: { source: "flat", month, reason, dueOn, feeRule, ...amount },
    asBefore: original.chargeId,
  }
}

function again(original: Fee, { due, reason, dueOn }: MonthFee): NewCharge {
  const { discounts, ...amount } = due
  const { month, feeRule } = original
  return { like: original, facts: { source: "flat", month, reason, dueOn, feeRule, ...amount }, discounts }
}
