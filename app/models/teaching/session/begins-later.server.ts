import { sessions } from "db/schema/teaching-sessions"
import { type Placeholder, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"

/**
 * Lessons that begin later than now, or another instant, beside what says which. With a plus: without samples of values SQLite takes every lesson of
 * the school that is to come and has no attendance for few, and would begin with these by their index.
 */
export const beginsLater = (at: number | Placeholder = now()): SQL => sql`+${sessions.startsAt} > ${at}`
