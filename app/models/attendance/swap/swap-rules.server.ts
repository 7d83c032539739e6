import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { SwapRules } from "./swap"

/** Whether and how families of the school swap lesson times. */
export const findSwapRules = (actor: Actor): SwapRules =>
  rulesQuery.get(actor) ?? { rule: "off", anyLength: false }

const rulesQuery = query((_, _own, school) =>
  select({ rule: schools.swapRule, anyLength: schools.swapsAnyLength })
    .from(schools)
    .where(eq(schools.id, school)),
)

/** Changes it for what is offered, asked for and agreed from now on. */
export function setSwapRules(actor: Actor, rules: SwapRules) {
  transact(() => {
    const before = findSwapRules(actor)
    if (before.rule === rules.rule && before.anyLength === rules.anyLength) return
    changeSchool(actor, { swapRule: rules.rule, swapsAnyLength: rules.anyLength })
    recordEvent(actor, {
      verb: "change-swaps",
      noun: "school",
      nounId: actor.school.id,
      before,
      after: rules,
    })
  })
}
