import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { jobs } from "db/schema/foundation"
import { pushDevices } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import { joined, ofSchool } from "../access/own.server"
import { pushKey } from "./push-devices.server"

/**
 * Who of these people may have been notified of an event already, by email in small letters: they have a device for which no
 * notification of it waits. Asked before those that wait are taken back.
 */
export function listNotified(schoolId: string, event: string, to: readonly string[]): ReadonlySet<string> {
  if (to.length === 0) return new Set()
  const rows = db()
    .selectDistinct({ email: users.email })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .innerJoin(pushDevices, joined(members, pushDevices.memberId))
    .where(
      and(
        sql`${users.email} in (select value from json_each(${JSON.stringify(to.map((email) => email.toLowerCase()))}))`,
        sql`not exists (select 1 from ${jobs} j where j.unique_key = ${pushKey(event)} || ${pushDevices.id}
          and j.state = 'queued' and j.attempts = 0)`,
      ),
    )
    .all()
  return new Set(rows.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
}
