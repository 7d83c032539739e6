import { db, prepareOnce } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { and, eq, isNotNull, sql } from "drizzle-orm"

/**
 * Whether a mail comes from a visitor's live demo, or goes to someone who is only in one: addresses there are made up, or were
 * typed by a stranger.
 */
export function isOfDemo({ schoolId, recipient }: { schoolId: string | null; recipient: string }): boolean {
  const found = schoolId ? demoQuery().get({ schoolId }) : demoPersonQuery().get({ recipient })
  return found !== undefined
}

const demoQuery = prepareOnce(() =>
  db()
    .select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, sql.placeholder("schoolId")), isNotNull(schools.demoUntil)))
    .prepare(),
)
const demoPersonQuery = prepareOnce(() =>
  db()
    .select({ id: users.id })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(and(eq(users.email, sql.placeholder("recipient")), isNotNull(schools.demoUntil)))
    .prepare(),
)
