import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { changeRule } from "~/models/foundation/audit/change-rule.server"

/** What lessons of a class of the kind trial cost: nothing, or the class's price. */
export function findTrialPrice(actor: Actor): "free" | "class" {
  const school = select({ trialPrice: schools.trialPrice })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.trialPrice ?? "free"
}

/** Changes it for attendance taken from now on. */
export function chooseTrialPrice(actor: Actor, price: "free" | "class") {
  changeRule(actor, { trialPrice: price }, () => ({
    ...{ verb: "change-trials", noun: "school", nounId: actor.school.id },
    ...{ before: { price: findTrialPrice(actor) }, after: { price } },
  }))
}

/** Whether students of a class of this kind are charged nothing, whatever its price. */
export const isTrialFree = (actor: Actor, kind: string): boolean =>
  kind === "trial" && findTrialPrice(actor) === "free"
