import { sessions } from "db/schema/teaching-sessions"
import { type SQL, sql } from "drizzle-orm"

// Times of day as minutes since midnight of the school's day, for statements that reckon with them.

/** A time written HH:MM, in minutes. */
export const minutesOf = (time: SQL): SQL<number> => sql`(substr(${time}, 1, 2) * 60 + substr(${time}, 4, 2))`

/** When a lesson ends, in minutes; past 1440 it ends on the next day. */
export const endMinute: SQL<number> = sql`(${minutesOf(sql`${sessions.startTime}`)} + ${sessions.minutes})`
