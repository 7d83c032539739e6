import { schools } from "db/schema/accounts-schools"
import { mailCounts } from "db/schema/foundation-mail"
import { and, eq, gte, lt, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { params, platformAddOrChange, platformRemove, select } from "../access/door.server"

// How many emails each school queues a day, counted beside the queue: the mail itself is too many rows to count.

const keptDays = 100
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Counts one more, or so many, in the caller's transaction. */
export function countMail(schoolId: string, more = 1) {
  const at = now()
  platformAddOrChange(
    mailCounts,
    { schoolId, id: dayOf(at), createdAt: at, queued: more },
    { as: [mailCounts.schoolId, mailCounts.id], to: { queued: sql`${mailCounts.queued} + ${more}` } },
  )
}

/** The day on which an email of now counts (UTC). */
export const mailDay = (): string => dayOf(now())

/** How many emails a school has queued on a day, both asked for by name: for a statement that reads it with more. */
export const mailsOnQuery = () => {
  const { schoolId, day } = params<{ day: string }>()
  return select({ n: mailCounts.queued })
    .from(mailCounts)
    .where(own(schoolId, mailCounts, day))
}

/** The schools with the most emails today, for staff. */
export const listMostMail = (_staff: SuperActor, most: number) =>
  select({ schoolId: mailCounts.schoolId, name: schools.name, queued: mailCounts.queued })
    .from(mailCounts)
    .innerJoin(schools, eq(schools.id, mailCounts.schoolId))
    .where(and(eq(mailCounts.id, dayOf(now())), gte(mailCounts.queued, 1)))
    .orderBy(sql`${mailCounts.queued} desc`)
    .limit(most)
    .all()

/** Forgets the counts of long ago. */
export function forgetMailCounts() {
  platformRemove(mailCounts, lt(mailCounts.id, dayOf(now() - keptDays * 86_400_000)))
}
