import { db, prepareOnce } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { files } from "db/schema/foundation-files"
import { eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { mailDay, mailsOnQuery } from "~/models/foundation/outbox/mail-count.server"
import type { PlanKey } from "../plan/plan-catalogue"
import { type Quotas, quotas } from "./quota"

const ofSchool = sql.placeholder("schoolId")

/** What a school uses, for a statement on schools that is given the school as `schoolId` and today as `day`. */
export function usedColumns() {
  // Support images count as well: their bytes lie on the same disk.
  const bytes = db()
    .select({ bytes: sql`coalesce(sum(${files.byteSize}), 0)` })
    .from(files)
    .where(own(ofSchool, files))
  return {
    bytes: sql<number>`(${bytes.getSQL()})`,
    mails: sql<number>`coalesce((${mailsOnQuery().getSQL()}), 0)`,
  }
}

const usedQuery = prepareOnce(() =>
  db()
    .select({ plan: subscriptions.plan, ...usedColumns() })
    .from(schools)
    .leftJoin(subscriptions, own(ofSchool, subscriptions))
    .where(eq(schools.id, ofSchool))
    .prepare(),
)

/** What a school uses of its plan's room and mail. */
export const findQuotas = ({ school: { id: schoolId } }: { school: Pick<Actor["school"], "id"> }): Quotas =>
  quotasOf(usedQuery().get({ schoolId, day: mailDay() }))

type Used = { plan: PlanKey | null; bytes: number; mails: number }

/** The same of what was read already. */
export function quotasOf(found: Used | undefined): Quotas {
  const { storage, mails } = quotas[found?.plan ?? "soloTeacher"]
  return {
    storage: { used: found?.bytes ?? 0, limit: storage },
    mails: { used: found?.mails ?? 0, limit: mails },
  }
}
