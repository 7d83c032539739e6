import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { monthBounds } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { tuitionOf } from "../tuition/tuition"
import { findTuitionRule } from "../tuition/tuition-rule.server"
import { listHired } from "./charge-hires.server"
import { hireShare } from "./hire"

/** What the hires of a month to come will be charged for it, by the rules as they are today. Minor units. */
export function listExpectedHires(
  actor: Actor,
  month: string,
): { studentId: string; name: string; item: string; amountMinor: number }[] {
  const { first, last } = monthBounds(month)
  const rule = findTuitionRule(actor)
  const taxes = readTaxes(actor)
  return listHired(actor, { from: first, to: last }).flatMap((hire) => {
    const share = hireShare(rule, hire, month)
    const { amountMinor } = withTax(share ? tuitionOf(hire.priceMinor, share) : 0, taxes(hire))
    if (amountMinor === 0) return []
    return [{ studentId: hire.studentId, name: fullName(hire), item: hire.item, amountMinor }]
  })
}
