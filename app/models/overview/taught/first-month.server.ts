import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, gte, min } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { afterAllDays, monthBounds, monthOf } from "~/utils/dates"

/** The first day of the month of the school's first lesson from a day on; without any, a day after all others. */
export const firstMonth = (actor: Actor, from: string): string =>
  keepFirst([actor.school.id, from], () => readFirstMonth(actor, from))

const keepFirst = keepUnchanged<string>(500)

function readFirstMonth(actor: Actor, from: string): string {
  const day = select({ day: min(sessions.localDate) })
    .from(sessions)
    .where(and(own(actor, sessions), gte(sessions.localDate, from)))
    .get()?.day
  return day ? monthBounds(monthOf(day)).first : afterAllDays
}
