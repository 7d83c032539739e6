import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, gte, inArray, or } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { takeJobsBack } from "../job/held-jobs.server"
import { pushKey } from "../push/push-devices.server"

/**
 * Takes back the mails of a school that were gathered for something since an instant and are still held, with their
 * notifications. Answers how many mails.
 */
export function recallMail(schoolId: string, gatheredFor: string, since: number): number {
  takeJobsBack(pushKey(gatheredFor))
  return db()
    .delete(emails)
    .where(
      and(
        eq(emails.schoolId, schoolId),
        gte(emails.createdAt, since),
        eq(emails.gatheredFor, gatheredFor),
        or(
          inArray(emails.state, ["gathered", "queued"]),
          // Of someone who is only notified, and isn't yet.
          and(eq(emails.state, "withheld"), gt(emails.dueAt, now())),
        ),
        eq(emails.attempts, 0),
      ),
    )
    .run().changes
}

/** Who has, or is about to get, a mail or only a notification that was gathered for something since an instant. */
export const listMailed = (schoolId: string, gatheredFor: string, since: number): Set<string> =>
  new Set(
    db()
      .select({ recipient: emails.recipient })
      .from(emails)
      .where(
        and(eq(emails.schoolId, schoolId), gte(emails.createdAt, since), eq(emails.gatheredFor, gatheredFor)),
      )
      .all()
      .map(({ recipient }) => recipient),
  )
