import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { and, eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import { localDate, today } from "~/utils/zones"
import { listInvoices } from "./list-invoices.server"
import { remindOfInvoice } from "./remind-invoice.server"

export type OverdueInvoice = {
  id: string
  number: string | null
  familyId: string
  familyName: string
  familyChildren: string | null
  dueOn: string
  daysLate: number
  /** Minor units. */
  openMinor: number
  /** `YYYY-MM-DD` of the latest reminder, null when none was sent. */
  remindedOn: string | null
}

export const OVERDUE_PER_PAGE = 100

/**
 * A page of the overdue invoices, longest overdue first, with the day of each one's latest reminder; how many there are in
 * all, and their sum in minor units.
 */
export function listOverdue(actor: Actor, requested: number) {
  const { rows, count, openMinor } = listInvoices(actor, { status: "overdue", page: null })
  const day = today(actor.school.timeZone, now())
  const page = Math.min(requested, Math.max(1, Math.ceil(count / OVERDUE_PER_PAGE)))
  const shown = [...rows]
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn) || a.familyName.localeCompare(b.familyName, "en"))
    .slice((page - 1) * OVERDUE_PER_PAGE, page * OVERDUE_PER_PAGE)
  const reminded = lastReminders(
    actor,
    shown.map(({ id }) => id),
  )
  const invoices: OverdueInvoice[] = shown.map(
    ({ id, number, familyId, familyName, familyChildren, dueOn, openMinor }) => ({
      id,
      number,
      familyId,
      familyName,
      familyChildren,
      dueOn,
      daysLate: daysBetween(dueOn, day),
      openMinor,
      remindedOn: reminded.get(id) ?? null,
    }),
  )
  return { page, perPage: OVERDUE_PER_PAGE, total: count, openMinor, invoices }
}

function lastReminders(actor: Actor, invoiceIds: string[]): Map<string, string> {
  if (invoiceIds.length === 0) return new Map()
  const rows = db()
    .select({ id: events.nounId, at: sql<number>`max(${events.createdAt})` })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "invoice"),
        inArray(events.nounId, invoiceIds),
        eq(events.verb, "remind"),
      ),
    )
    .groupBy(events.nounId)
    .all()
  return new Map(rows.map(({ id, at }) => [id, localDate(at, actor.school.timeZone)]))
}

/** Reminds of each invoice that is still open; those that are not, or that no one can be mailed about, are counted. */
export function remindOfMany(actor: Actor, invoiceIds: readonly string[]) {
  let [mails, settled, unreachable] = [0, 0, 0]
  for (const invoiceId of new Set(invoiceIds)) {
    const answer = remindOfInvoice(actor, invoiceId)
    if (!answer.ok) settled += 1
    else if (answer.recipients.length === 0) unreachable += 1
    else mails += answer.recipients.length
  }
  return { mails, settled, unreachable }
}
