import { emails } from "db/schema/foundation-mail"
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm"
import { platformRemove, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"

// Mail to a teacher that a student cannot come, or can after all. However often a family changes its mind, one mail a seat
// goes in five minutes, and the last word always goes: a change within that time waits, in place of one that waits already.

const pauseMs = 5 * 60_000

export function mailAbsence(schoolId: string, recipient: string, data: MailData["absence-noticed"]) {
  const at = now()
  const earlier = listRecent(schoolId, recipient, data.seatId, at)
  const isWaiting = ({ state, dueAt }: (typeof earlier)[number]) => state === "queued" && dueAt > at
  const waiting = earlier.filter(isWaiting).map(({ id }) => id)
  if (waiting.length) platformRemove(emails, inArray(emails.id, waiting))
  const last = earlier.find((mail) => !isWaiting(mail))
  if (last && last.dueAt > at - pauseMs && JSON.parse(last.data).comes === data.comes) return
  const dueAt = Math.max(at, (last?.dueAt ?? 0) + pauseMs)
  queueMail({ template: "absence-noticed", schoolId, recipient, data, dueAt })
}

/** Whether the last word about a seat may still wait, so that the seat can't share an email with others. */
export const wasJustMailed = (schoolId: string, recipient: string, seatId: string): boolean =>
  listRecent(schoolId, recipient, seatId, now()).length > 0

const listRecent = (schoolId: string, recipient: string, seatId: string, at: number) =>
  select({ id: emails.id, state: emails.state, dueAt: emails.dueAt, data: emails.data })
    .from(emails)
    .where(
      and(
        eq(emails.recipient, recipient),
        // One that waits was queued up to a pause before it is due, and so was the one before it.
        gt(emails.createdAt, at - 3 * pauseMs),
        ofSchool(schoolId, emails),
        eq(emails.template, "absence-noticed"),
        sql`${emails.data} ->> '$.seatId' = ${seatId}`,
      ),
    )
    .orderBy(desc(emails.dueAt))
    .all()
