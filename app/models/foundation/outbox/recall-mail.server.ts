import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { platformRemove, select } from "../access/door.server"
import { takeJobsBack } from "../job/held-jobs.server"
import { listNotified, pushKey } from "../push/push-devices.server"
import { isNotifiedOf } from "./push-of-mail"

/**
 * Takes back the mails of a school that were gathered for something since an instant and haven't left, with their
 * notifications. One that is late keeps its way where its notification is ahead of it, so that an undo tells them both times;
 * with `isSecret` it never leaves. Answers how many mails.
 */
export function recallMail(
  schoolId: string,
  gatheredFor: string,
  since: number,
  { isSecret = false }: { isSecret?: boolean } = {},
): number {
  const waiting = and(
    eq(emails.schoolId, schoolId),
    gte(emails.createdAt, since),
    eq(emails.gatheredFor, gatheredFor),
    or(
      inArray(emails.state, ["gathered", "queued"]),
      // Of someone who is only notified, and isn't yet.
      and(eq(emails.state, "withheld"), gt(emails.dueAt, now())),
    ),
    eq(emails.attempts, 0),
  )
  const notified = isSecret ? [] : [...listNotifiedOfLate(schoolId, gatheredFor, waiting)]
  takeJobsBack(pushKey(gatheredFor))
  return platformRemove(
    emails,
    and(
      waiting,
      sql`lower(${emails.recipient}) not in (select value from json_each(${JSON.stringify(notified)}))`,
    ),
  )
}

/** Whose notification has left while their mail is due and waits in a backlog. */
function listNotifiedOfLate(schoolId: string, gatheredFor: string, waiting: SQL | undefined) {
  const late = select({ recipient: emails.recipient, template: emails.template })
    .from(emails)
    .where(and(waiting, eq(emails.state, "queued"), lte(emails.dueAt, now())))
    .all()
    .filter(({ template }) => isNotifiedOf(template))
  return listNotified(
    schoolId,
    gatheredFor,
    late.map(({ recipient }) => recipient),
  )
}

/** Who has, or is about to get, a mail or only a notification that was gathered for something since an instant. */
export const listMailed = (schoolId: string, gatheredFor: string, since: number): Set<string> =>
  new Set(
    select({ recipient: emails.recipient })
      .from(emails)
      .where(
        and(eq(emails.schoolId, schoolId), gte(emails.createdAt, since), eq(emails.gatheredFor, gatheredFor)),
      )
      .all()
      .map(({ recipient }) => recipient),
  )

/** Whose mail that was gathered for something hasn't left yet: an undo takes it back. */
export const listRecallable = (schoolId: string, gatheredFor: string): Set<string> =>
  new Set(
    select({ recipient: emails.recipient })
      .from(emails)
      .where(
        and(
          eq(emails.schoolId, schoolId),
          eq(emails.gatheredFor, gatheredFor),
          inArray(emails.state, ["gathered", "queued"]),
          eq(emails.attempts, 0),
        ),
      )
      .all()
      .map(({ recipient }) => recipient),
  )
