import { schools } from "db/schema/accounts-schools"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"

/**
 * Whether our staff keep a school's data from being deleted: as a condition on a statement that lists schools, or rows of
 * theirs. Deletion that is due waits until the hold ends or is lifted.
 */
export const isHeldFromDeletion = (schoolId: AnySQLiteColumn = schools.id): SQL<boolean> =>
  sql`exists (select 1 from blocks where blocks.school_id = ${schoolId} and blocks.kind = 'deletion'
    and blocks.lifted_at is null and (blocks.ends_at is null or blocks.ends_at > ${now()}))`

/** What a school reads that wants to delete something for good meanwhile. It may not know why. */
export const heldFromDeletion =
  "Records of your school can’t be deleted for good right now. Write to our support to learn more."

/** Whether records of this school have to stay. */
export const isSchoolHeld = (actor: Actor): boolean =>
  select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, actor.school.id), isHeldFromDeletion()))
    .get() !== undefined
