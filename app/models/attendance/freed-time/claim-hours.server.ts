import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { changeRule } from "~/models/foundation/audit/audit.server"
import type { ClaimHoursForm } from "./claim-hours-form"

/** How long a family has to claim a freed time, in hours; 0 where the school offers none. And whether group spots are offered. */
export function findFreedTimeRules(actor: Actor): ClaimHoursForm {
  const school = select({ hours: schools.freedTimeHours, spots: schools.offersFreedSpots })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school ?? { hours: 0, spots: false }
}

/** Changes them for offers made from now on. */
export function setFreedTimeRules(actor: Actor, { hours, spots }: ClaimHoursForm) {
  changeRule(actor, { freedTimeHours: hours, offersFreedSpots: spots }, "school.change-freed-times", () => ({
    before: findFreedTimeRules(actor),
    after: { hours, spots },
  }))
}
