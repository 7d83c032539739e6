import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, eq, gte, inArray } from "drizzle-orm"

/** Takes back the mails of a school that were gathered for something since an instant and are still held. Answers how many. */
export function recallMail(schoolId: string, gatheredFor: string, since: number): number {
  return db()
    .delete(emails)
    .where(
      and(
        eq(emails.schoolId, schoolId),
        gte(emails.createdAt, since),
        eq(emails.gatheredFor, gatheredFor),
        inArray(emails.state, ["gathered", "queued"]),
        eq(emails.attempts, 0),
      ),
    )
    .run().changes
}
