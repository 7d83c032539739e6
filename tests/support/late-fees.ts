import type { Actor } from "~/models/foundation/access/actor"
import { chargeNextLateFees } from "~/models/money/late-fee/late-fee.server"

/** Charges every late fee that has come due by today, step by step as the job does. Answers how many. */
export function chargeLateFees(actor: Actor, behind = ""): number {
  const step = chargeNextLateFees(actor, behind)
  return step.charged + (step.behind === undefined ? 0 : chargeLateFees(actor, step.behind))
}
