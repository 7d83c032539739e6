import { db, transact } from "db/client.server"
import { planRules } from "db/schema/money-plans"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
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
    db()
      .delete(planRules)
      .where(and(own(actor, planRules), eq(planRules.familyId, familyId)))
      .run()
    if (count > 1)
      db()
        .insert(planRules)
        .values({ ...newRow(actor), familyId, count, rhythm, madeBy: actor.memberId })
        .run()
    const subject = { noun: "family", nounId: familyId } as const
    if (count > 1) recordEvent(actor, { ...subject, verb: "set-plan-rule", after: { installments: count } })
    else recordEvent(actor, { ...subject, verb: "drop-plan-rule" })
  })
}
