import { db } from "db/client.server"
import { installments, paymentPlans } from "db/schema/money-plans"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { propose } from "~/models/money/installment/installment"
import {
  agreePlan,
  changePlanRule,
  endPlan,
  findPlannable,
  undoPlan,
} from "~/models/money/payment-plan/payment-plan.server"
import { fixClock, now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { chargeLateFees } from "../late-fees"
import { rowsOf } from "../school"
import { addPayerInHistory, endPayerInHistory } from "./payers"
import type { Answer, Step } from "./step"

// When a family pays, and who of it.

export const planVerbs = [
  "days-pass",
  "late-fees",
  "plan",
  "end-plan",
  "undo-plan",
  "plan-rule",
  "add-payer",
  "end-payer",
] as const

export const dayMs = 86_400_000
export const dayOf = ({ school }: Actor) => today(school.timeZone, now())

/** One act with when the family pays; undefined for any other. */
export function planInHistory(
  actor: Actor,
  of: { familyId: string; invoiceId: string },
  { verb, which }: Step,
): Answer {
  const { familyId, invoiceId } = of
  switch (verb) {
    case "days-pass":
      fixClock(now() + (1 + which * 5) * dayMs)
      return { ok: true }
    case "late-fees":
      return { ok: chargeLateFees(actor) > 0 }
    case "plan": {
      const found = findPlannable(actor, invoiceId)
      const isAlone = !found?.planId && which % 2 === 0
      const covered = found?.invoices.filter((each) => !isAlone || each.invoiceId === invoiceId) ?? []
      const totalMinor = covered.reduce((sum, { openMinor }) => sum + openMinor, 0)
      const firstOn = dayOf(actor)
      const rows = propose({ totalMinor, count: 2 + which, firstOn, rhythm: "week" })
      const invoiceIds = covered.map((each) => each.invoiceId)
      const planId = found?.planId ?? null
      return agreePlan(actor, { invoiceId, invoiceIds, planId, rows, reason: "Asked for it" })
    }
    case "end-plan":
      return endPlan(actor, invoiceId, "Pays at once")
    case "undo-plan": {
      const agreed = rowsOf(paymentPlans, { familyId })
      const last = agreed.at(which < 5 ? -1 : -2)
      const planId = last?.id ?? ""
      const part = db().select().from(installments).where(eq(installments.planId, planId)).limit(1).get()
      const step = last?.endedAt === null ? "undo-agree" : "undo-end"
      return undoPlan(actor, { invoiceId: part?.invoiceId ?? "", planId, step })
    }
    case "add-payer":
      return addPayerInHistory(actor, familyId, which)
    case "end-payer":
      return endPayerInHistory(actor, familyId, which)
    case "plan-rule":
      changePlanRule(actor, familyId, { count: 1 + (which % 3), rhythm: "two_weeks" })
      return { ok: true }
    default:
      return undefined
  }
}
