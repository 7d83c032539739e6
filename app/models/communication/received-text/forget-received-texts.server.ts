import { emails } from "db/schema/foundation-mail"
import { receivedTexts } from "db/schema/foundation-text-messages"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { e164Of, phoneText } from "~/utils/phone-number.server"
import { namesAt } from "./received-text.server"

/**
 * What came from an erased person's number, which no one agreed to texts on, is forgotten, with what the office was emailed of it.
 * A number that others in the records have, too, stays. Call it once the person's own record holds it no more.
 */
export function forgetReceivedTexts(actor: Actor, phone: string, erasedName: string) {
  const unknown = and(own(actor, receivedTexts), isNull(receivedTexts.memberId))
  const from = select({ phone: receivedTexts.phone })
    .from(receivedTexts)
    .where(unknown)
    .groupBy(receivedTexts.phone)
  for (const row of from.all()) {
    if (e164Of(phone, row.phone) !== row.phone || namesAt(actor, row.phone).length > 0) continue
    remove(actor, receivedTexts, and(unknown, eq(receivedTexts.phone, row.phone)))
    const told = sql`json_extract(${emails.data}, '$.phone') = ${phoneText(row.phone)}`
    change(actor, emails, and(own(actor, emails), eq(emails.template, "text-received"), told), {
      data: sql`json_set(${emails.data}, '$.phone', ${erasedName}, '$.whose', null, '$.body', 'This message was erased.')`,
    })
  }
}
