import { schools } from "db/schema/accounts-schools"
import { eq, sql } from "drizzle-orm"
import { askedCorrectionsQuery } from "~/models/attendance/correction/list-corrections.server"
import { swapsToApproveQuery } from "~/models/attendance/swap/list-swaps.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { may } from "~/models/foundation/access/permissions"
import { uninvitedQuery } from "~/models/people/invitation/uninvited.server"
import { askedChangesQuery } from "~/models/people/own-data/changes.server"
import { noticesQuery } from "~/models/teaching/seat/notice-list.server"

/**
 * What the dashboard only counts, in one statement: absences reported from a day on, swaps, corrections and changes by families to approve, and whether a
 * guardian of a current student could be invited.
 */
export function countForOffice(actor: Actor, day: string) {
  const counted = (query: { getSQL(): ReturnType<typeof sql> }) => sql<number>`(${query.getSQL()})`
  const found = select({
    notices: counted(noticesQuery(actor, day)),
    swaps: counted(swapsToApproveQuery(actor)),
    familyChanges: may(actor, "student:write") ? counted(askedChangesQuery(actor)) : sql<number>`0`,
    corrections: may(actor, "register:unlock") ? counted(askedCorrectionsQuery()) : sql<number>`0`,
    hasUninvited: sql`exists (${uninvitedQuery(actor).getSQL()})`.mapWith(Boolean),
  })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get({ schoolId: actor.school.id })
  if (!found) throw new Error("A member’s school is there.")
  return found
}
