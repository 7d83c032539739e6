import { transact } from "db/client.server"
import { outcomes } from "db/schema/attendance"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listOutcomes } from "./outcome.server"
import type { OutcomesForm } from "./outcome-form"

/**
 * Changes what marks decide from now on, each changed row with its line in the log. Marks made already carry their
 * effect with them, so nothing of the past is rewritten. A mark that isn't given stays as it is. Answers how many rows changed.
 */
export function changeOutcomes(actor: Actor, form: Partial<OutcomesForm>): number {
  return transact(() => {
    const changed = listOutcomes(actor).flatMap((before) => {
      const chosen = form[before.code]
      if (!chosen) return []
      const after = { ...chosen, paidPercent: chosen.paidPercent ?? before.paidPercent }
      const { code, label: _, ...facts } = before
      const isSame = Object.entries(facts).every(
        ([name, value]) => after[name as keyof typeof after] === value,
      )
      return isSame ? [] : [{ code, before: facts, after }]
    })
    for (const { code, before, after } of changed) {
      change(actor, outcomes, eq(outcomes.code, code), after)
      recordEvent(actor, { verb: "change", noun: "outcome", nounId: code, before, after })
    }
    return changed.length
  })
}
