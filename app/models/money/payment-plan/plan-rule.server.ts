import { transact } from "db/client.server"
import { planRules } from "db/schema/money-plans"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { PlanRhythm } from "../installment/installment-labels"
import { findPlanRule } from "../installment/plans.server"

/** Says how the family's invoices are divided from now on; one payment ends the rule. */
export function changePlanRule(
  actor: Actor,
  familyId: string,
  { count, rhythm }: { count: number; rhythm: PlanRhythm },
) {
  transact(() => {
    const before = findPlanRule(actor, familyId)
    if ((before?.count ?? 1) === count && (count === 1 || before?.rhythm === rhythm)) return
    remove(actor, planRules, eq(planRules.familyId, familyId))
    if (count > 1) add(actor, planRules, { familyId, count, rhythm, madeBy: actor.memberId })
    const subject = { noun: "family", nounId: familyId } as const
    if (count > 1) recordEvent(actor, { ...subject, verb: "set-plan-rule", after: { installments: count } })
    else recordEvent(actor, { ...subject, verb: "drop-plan-rule" })
  })
}
