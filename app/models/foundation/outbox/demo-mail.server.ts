import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { and, eq, isNotNull } from "drizzle-orm"
import { type Params, platformQuery, select } from "../access/door.server"

/**
 * Whether a mail comes from a visitor's live demo, or goes to someone who is only in one: addresses there are made up, or were
 * typed by a stranger.
 */
export function isOfDemo({ schoolId, recipient }: { schoolId: string | null; recipient: string }): boolean {
  return schoolId ? isDemoSchool(schoolId) : demoPersonQuery.get({ recipient }) !== undefined
}

/** Whether a school is a visitor's live demo. */
export const isDemoSchool = (schoolId: string): boolean => demoQuery.get({ schoolId }) !== undefined

const demoQuery = platformQuery((p: Params<{ schoolId: string }>) =>
  select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, p.schoolId), isNotNull(schools.demoUntil))),
)
const demoPersonQuery = platformQuery((p: Params<{ recipient: string }>) =>
  select({ id: users.id })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(and(eq(users.email, p.recipient), isNotNull(schools.demoUntil))),
)
