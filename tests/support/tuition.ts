import type { Actor } from "~/models/foundation/access/actor"
import { settleNextFees } from "~/models/money/charge/settle-tuition.server"

/** Settles every fee of a school, as the job does: a few at a time until none is left. Answers how many were adjusted. */
export function settleAll(actor: Actor, most = 2): number {
  let { settled, behind } = settleNextFees(actor, undefined, most)
  while (behind) {
    const next = settleNextFees(actor, behind, most)
    settled += next.settled
    behind = next.behind
  }
  return settled
}
