import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

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
  transact(() => {
    const before = findTrialPrice(actor)
    if (before === price) return
    changeSchool(actor, { trialPrice: price })
    recordEvent(actor, {
      verb: "change-trials",
      noun: "school",
      nounId: actor.school.id,
      before: { price: before },
      after: { price },
    })
  })
}

/** Whether students of a class of this kind are charged nothing, whatever its price. */
export const isTrialFree = (actor: Actor, kind: string): boolean =>
  kind === "trial" && findTrialPrice(actor) === "free"
