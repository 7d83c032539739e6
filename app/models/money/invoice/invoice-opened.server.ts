import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { guardians } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

// That a family has opened an invoice in the portal: an entry of the activity, the first time of each person. A page that a browser
// loads ahead doesn't count, as it is a form that says so once the page is seen.

/** Who opened an invoice and when (UTC ms), the first time of each, oldest first. */
export const listOpenings = (actor: Actor, invoiceId: string) => openingsQuery.all(actor, { invoiceId })

const openingsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    memberId: events.memberId,
    name: events.actorName,
    at: events.createdAt,
    /** Which of the school's guardians they are, by record: someone with two families has two rows. */
    guardianId: guardians.id,
  })
    .from(events)
    .leftJoin(guardians, joined(guardians.memberId, events.memberId))
    .where(
      and(own(events), eq(events.noun, "invoice"), eq(events.nounId, p.invoiceId), eq(events.verb, "open")),
    )
    .orderBy(asc(events.createdAt), asc(events.id)),
)

/** Whether the actor has opened it. */
export const hasOpened = (actor: Actor, invoiceId: string): boolean =>
  listOpenings(actor, invoiceId).some(({ memberId }) => memberId === actor.memberId)

/** Notes that the actor, someone of its family, opened an invoice. The second time changes nothing. */
export function noteOpened(actor: Actor, { id, number }: { id: string; number: string }) {
  transact(() => {
    if (!hasOpened(actor, id)) recordEvent(actor, "invoice.open", id, { after: { number } })
  })
}
