import { charges } from "db/schema/money"
import type { Actor } from "~/models/foundation/access/actor"
import { chargeNextFees } from "~/models/money/charge/charge-month.server"
import { settleNextFees } from "~/models/money/charge/settle-tuition.server"
import { rowsOf } from "./school"

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

/** Charges this month and those missed before it, as the job does: a few enrollments at a time. Answers how many fees were charged. */
export function chargeMonthsDue(actor: Actor): number {
  const before = countFees(actor)
  let next = chargeNextFees(actor, undefined, 1)
  while (next) next = chargeNextFees(actor, next, 1)
  return countFees(actor) - before
}

const countFees = (actor: Actor): number =>
  rowsOf(charges, { schoolId: actor.school.id, source: "flat" }).length
