import type { Actor } from "~/models/foundation/access/actor"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import { type LateLessons, lateText } from "~/models/money/charge/class-price-plan"
import { planLateOfClasses, planLateOfMany } from "~/models/money/charge/late-lessons.server"
import { type PriceStepForm, readPriceStep, stepPrice } from "~/models/teaching/price/price-step.server"

// A price for many students or classes, the first that some of them have: their past lessons with attendance are charged by it.

/** Adds to each line of a price's preview the past lessons that it will charge: of an enrollment, or of a class. */
export const namingLateLessons = (
  act: BulkAct<PriceStepForm>,
  of: "enrollments" | "classes",
): BulkAct<PriceStepForm> => ({
  ...act,
  plan: (actor, ids, choice) => addLate(actor, act.plan(actor, ids, choice), choice, of),
})

function addLate(
  actor: Actor,
  plan: PlannedItem[],
  { price, fromDate }: PriceStepForm,
  of: "enrollments" | "classes",
): PlannedItem[] {
  const step = readPriceStep(price)
  const first = plan.flatMap(({ id, can, isFirst }) => (can && isFirst ? [id] : []))
  if (!step || first.length === 0) return plan
  const priceMinor = stepPrice(0, step)
  const late =
    of === "classes"
      ? planLateOfClasses(actor, first, { billing: "per_session", amountMinor: priceMinor, fromDate })
      : planLateOfMany(actor, new Map(first.map((id) => [id, { billing: null, priceMinor }])), fromDate)
  return plan.map((item) => {
    const beside = late.get(item.id)
    if (!beside) return item
    return { ...item, beside, text: `${item.text}. ${lateText(beside, actor.school.currency)}` }
  })
}

/** All past lessons that a preview names, in one sentence; undefined without any. */
export function besideText(plan: readonly PlannedItem[], currency: string): string | undefined {
  const all = plan.flatMap(({ can, beside }) => (can && beside ? [beside] : []))
  const sum = (of: keyof LateLessons) => all.reduce((total, each) => total + each[of], 0)
  const families = new Set(all.flatMap(({ familyIds }) => familyIds)).size
  const late = { lessons: sum("lessons"), amountMinor: sum("amountMinor"), byPackage: sum("byPackage") }
  return lateText(late, currency, families) || undefined
}
