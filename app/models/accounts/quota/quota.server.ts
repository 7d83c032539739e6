import { db, prepareOnce } from "db/client.server"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { files } from "db/schema/foundation-files"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { mailsToday } from "~/models/foundation/outbox/mail-count.server"
import { type Quotas, quotas } from "./quota"

const ofSchool = sql.placeholder("schoolId")
const planQuery = prepareOnce(() =>
  db().select({ plan: subscriptions.plan }).from(subscriptions).where(own(ofSchool, subscriptions)).prepare(),
)
// Support images count as well: their bytes lie on the same disk.
const storageQuery = prepareOnce(() =>
  db()
    .select({ bytes: sql<number>`coalesce(sum(${files.byteSize}), 0)` })
    .from(files)
    .where(own(ofSchool, files))
    .prepare(),
)

/** What a school uses of its plan's room and mail. */
export function findQuotas({ school: { id: schoolId } }: { school: Pick<Actor["school"], "id"> }): Quotas {
  const plan = planQuery().get({ schoolId })?.plan ?? "soloTeacher"
  const { storage, mails } = quotas[plan]
  return {
    storage: { used: storageQuery().get({ schoolId })?.bytes ?? 0, limit: storage },
    mails: { used: mailsToday(schoolId), limit: mails },
  }
}
