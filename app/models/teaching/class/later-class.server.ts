import { schedules } from "db/schema/teaching"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/**
 * From when a class is that continues another and begins after `day`, in a query of classes; null for every other. One without
 * a weekly time begins when the earlier one has ended.
 */
export const startsLaterOn = (actor: Actor, day: string) =>
  sql<string | null>`case when classes.continues_id is not null then nullif(max(coalesce(
    (select min(starts_on) from ${schedules}
      where ${own(actor, schedules)} and ${schedules}.class_id = classes.id),
    (select date(earlier.ended_on, '+1 day') from classes earlier
      where earlier.school_id = classes.school_id and earlier.id = classes.continues_id),
    ${day}), ${day}), ${day}) end`.as("starts_later_on")
