import type { Actor } from "~/models/foundation/access/actor"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import {
  type LateWish,
  listUnpriced,
  ofWish,
  type UnpricedMark,
} from "~/models/teaching/price/late-price.server"
import { type ClassPrice, priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { groupBy } from "~/utils/group-by"
import { percentOf } from "~/utils/money"
import { findDiscounts } from "../discount/discount-rules.server"
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
  const marked = listUnpriced(actor, ofWish(wish), wish.fromDate)
  const plan: LateLessons = { lessons: 0, amountMinor: 0, byPackage: 0 }
  for (const late of chargeLate(actor, marked, (mark) => priceOf(own ?? mark, planned, mark.localDate)))
    addUp(plan, late)
  return plan
}

type LateOfMany = Map<string, LateLessons & { familyIds: string[] }>

/** The same of custom prices for many, by enrollment, with whose lessons they are. */
export function planLateOfMany(
  actor: Actor,
  wishes: ReadonlyMap<string, OwnWish>,
  fromDate: string,
): LateOfMany {
  const marked = listUnpriced(actor, { enrollmentIds: [...wishes.keys()] }, fromDate)
  const prices = listClassPrices(actor, [...new Set(marked.map(({ classId }) => classId))])
  const priceFor = ({ enrollmentId, classId, localDate }: UnpricedMark) =>
    priceOf(wishes.get(enrollmentId ?? "") ?? null, prices.get(classId) ?? [], localDate)
  return sumUp(chargeLate(actor, marked, priceFor), ({ enrollmentId }) => enrollmentId ?? "")
}

/** The same of the first prices of many classes, by class. */
export function planLateOfClasses(
  actor: Actor,
  classIds: readonly string[],
  { fromDate, ...price }: ClassPrice,
): LateOfMany {
  const marked = listUnpriced(actor, { classIds }, fromDate)
  const prices = listClassPrices(actor, [...new Set(marked.map(({ classId }) => classId))])
  const priceFor = (mark: UnpricedMark) => {
    const others = (prices.get(mark.classId) ?? []).filter((each) => each.fromDate !== fromDate)
    const planned = [...others, { ...price, fromDate }]
    planned.sort((a, b) => a.fromDate.localeCompare(b.fromDate))
    return priceOf(mark, planned, mark.localDate)
  }
  return sumUp(chargeLate(actor, marked, priceFor), ({ classId }) => classId)
}

function sumUp(all: readonly Late[], keyOf: (mark: UnpricedMark) => string): LateOfMany {
  const plans: LateOfMany = new Map()
  for (const late of all) {
    const key = keyOf(late.mark)
    const plan = plans.get(key) ?? { lessons: 0, amountMinor: 0, byPackage: 0, familyIds: [] }
    plans.set(key, plan)
    addUp(plan, late)
    if (!late.isByPackage && !plan.familyIds.includes(late.mark.familyId))
      plan.familyIds.push(late.mark.familyId)
  }
  return plans
}

type Late = { mark: UnpricedMark; isByPackage: boolean; amountMinor: number }

function addUp(plan: LateLessons, { isByPackage, amountMinor }: Late) {
  if (isByPackage) plan.byPackage += 1
  else {
    plan.lessons += 1
    plan.amountMinor += amountMinor
  }
}

/** What each mark would be charged, or that a package is asked for it; nothing of those that stay free. */
function chargeLate(
  actor: Actor,
  all: readonly UnpricedMark[],
  priceFor: (mark: UnpricedMark) => ReturnType<typeof priceOf>,
): Late[] {
  const taxOf = listClassTaxes(actor, [...new Set(all.map(({ classId }) => classId))])
  return [...groupBy(all, ({ localDate }) => localDate)].flatMap(([day, marked]) => {
    const discountsOf = findDiscounts(actor, {
      from: day,
      to: day,
      target: "lessons",
      families: marked.map(({ familyId }) => familyId),
    })
    return marked.flatMap((mark): Late[] => {
      const price = priceFor(mark)
      if (price?.billing === "package" && mark.kind === "enrolled")
        return [{ mark, isByPackage: true, amountMinor: 0 }]
      if (price?.billing !== "per_session") return []
      const amount = percentOf(price.amountMinor, mark.chargedPercent)
      const due = dueOf(amount, { tax: taxOf(mark.classId), discounts: discountsOf(mark) })
      return due.amountMinor === 0 ? [] : [{ mark, isByPackage: false, amountMinor: due.amountMinor }]
    })
  })
}
