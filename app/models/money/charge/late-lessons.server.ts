import type { Actor } from "~/models/foundation/access/actor"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { type LateWish, listUnpriced } from "~/models/teaching/price/late-price.server"
import { type ClassPrice, priceOf } from "~/models/teaching/price/price"
import { groupBy } from "~/utils/group-by"
import { percentOf } from "~/utils/money"
import { findDiscounts } from "../discount/find-discounts.server"
import type { LateLessons } from "./class-price-plan"
import { dueOf } from "./due"

type OwnWish = Parameters<typeof priceOf>[0]

/**
 * What a price would charge, before it is set, of lessons whose attendance was taken before they had one. `planned` are the
 * class's prices as they will be, `own` a custom price instead of what was agreed.
 */
export function planLateLessons(
  actor: Actor,
  wish: LateWish,
  { planned, own }: { planned: readonly ClassPrice[]; own?: OwnWish | undefined },
): LateLessons {
  const plan: LateLessons = { lessons: 0, amountMinor: 0, byPackage: 0 }
  const tax = listClassTaxes(actor, [wish.classId])(wish.classId)
  for (const [day, marked] of groupBy(listUnpriced(actor, wish), ({ localDate }) => localDate)) {
    const discountsOf = findDiscounts(actor, {
      from: day,
      to: day,
      target: "lessons",
      families: marked.map(({ familyId }) => familyId),
    })
    for (const mark of marked) {
      const price = priceOf(own ?? mark, planned, day)
      if (price?.billing === "package" && mark.kind === "enrolled") plan.byPackage += 1
      if (price?.billing !== "per_session") continue
      const amount = percentOf(price.amountMinor, mark.chargedPercent)
      const { amountMinor } = dueOf(amount, { tax, discounts: discountsOf(mark) })
      if (amountMinor === 0) continue
      plan.lessons += 1
      plan.amountMinor += amountMinor
    }
  }
  return plan
}
