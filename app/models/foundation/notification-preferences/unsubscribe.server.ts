import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { notificationPreferences } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { derivedSecrets, isSame } from "~/utils/seal.server"
import { platformAddOrChange, select } from "../access/door.server"
import { ofSchool } from "../access/own.server"
import { choiceOf } from "./choices.server"
import { isTopic, type Topic, topics } from "./topics"

// The link in an email's head (RFC 8058) by which a mail program turns a kind of email off: it says whose and which, signed.

/** One kind of event, or all that comes once a day. */
export type Unsubscribed = Topic | "daily"
export type Subscription = { schoolId: string; memberId: string; what: Unsubscribed }

const labelOf = ({ schoolId, memberId, what }: Subscription) => `unsubscribe:${schoolId}:${memberId}:${what}`

/** The key of the link for someone's emails of a kind. */
export const unsubscribeKey = (subscription: Subscription): string => {
  const [signature = ""] = derivedSecrets(labelOf(subscription))
  return [subscription.schoolId, subscription.memberId, subscription.what, signature].join(".")
}

/** What a key stands for, with whose school it is; undefined where it was not ours or its reader is gone. Who can’t log in gets emails, too. */
export function findSubscription(
  key: string,
): { subscription: Subscription; school: { name: string; logoId: string | null } } | undefined {
  const [schoolId = "", memberId = "", what = "", signature = ""] = key.slice(0, 400).split(".")
  if (what !== "daily" && !isTopic(what)) return undefined
  const subscription: Subscription = { schoolId, memberId, what }
  if (!derivedSecrets(labelOf(subscription)).some((secret) => isSame(secret, signature))) return undefined
  const member = select({ id: members.id })
    .from(members)
    .where(ofSchool(schoolId, members, memberId))
    .get()
  const school = select({ name: schools.name, logoId: schools.logoId })
    .from(schools)
    .where(eq(schools.id, schoolId))
    .get()
  return member && school && { subscription, school }
}

/** Turns the emails of that kind off, as if the person had chosen it. Pressed twice it is off. */
export function unsubscribe({ schoolId, memberId, what }: Subscription) {
  transact(() => {
    const which =
      what === "daily"
        ? topics.filter((topic) => choiceOf(schoolId, memberId, topic, "email") === "daily")
        : [what]
    for (const topic of which)
      platformAddOrChange(
        notificationPreferences,
        { schoolId, id: newId(), createdAt: now(), memberId, topic, channel: "email", choice: "off" },
        {
          as: [
            notificationPreferences.schoolId,
            notificationPreferences.memberId,
            notificationPreferences.topic,
            notificationPreferences.channel,
          ],
          to: { choice: "off" },
        },
      )
  })
}
