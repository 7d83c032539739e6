import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"

/** How long a family has to claim a freed time, in hours; 0 where the school offers none. */
export function findClaimHours(actor: Actor): number {
  const school = db()
    .select({ hours: schools.freedTimeHours })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.hours ?? 0
}

/** Changes it for offers made from now on. */
export function setClaimHours(actor: Actor, hours: number) {
  transact(() => {
    const before = findClaimHours(actor)
    if (before === hours) return
    db().update(schools).set({ freedTimeHours: hours }).where(eq(schools.id, actor.school.id)).run()
    recordEvent(actor, {
      verb: "change-freed-times",
      noun: "school",
      nounId: actor.school.id,
      before: { hours: before },
      after: { hours },
    })
  })
}
