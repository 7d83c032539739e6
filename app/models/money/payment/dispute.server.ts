import { events } from "db/schema/foundation-audit"
import { payments } from "db/schema/money-payments"
import { and, desc, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { OpenDispute } from "~/providers/payment-provider"
import { formatDate } from "~/utils/date-text"
import { tellOffice } from "./refund.server"

// A payer disputes an online payment. Nothing of the books changes until it's decided (chargeback.server.ts); the school has to answer
// at the provider by a day. Whether one is open says the activity, by the provider's word.

const After = z.object({ amountMinor: z.number(), answerBy: z.string().nullable() })

/** The dispute of a payment that isn't decided. */
export function findDispute(actor: Actor, paymentId: string): OpenDispute | undefined {
  const last = select({ verb: events.verb, after: events.after })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "payment"),
        eq(events.nounId, paymentId),
        inArray(events.verb, ["dispute", "end-dispute"]),
        // Earlier ones say nothing of a dispute but that there was a message about it.
        sql`(${events.verb} = 'end-dispute' or ${events.after} ->> 'amountMinor' is not null)`,
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  return last?.verb === "dispute" ? After.parse(JSON.parse(last.after ?? "null")) : undefined
}

/**
 * Takes over how the dispute of a payment is, in the caller's transaction: the office is told by email of a new one, and of a day by which
 * to answer that it didn't know. Said twice, it changes nothing.
 */
export function followDispute(actor: Actor, paymentId: string, said: OpenDispute | null) {
  const known = findDispute(actor, paymentId)
  const payment = find(actor, payments, paymentId)
  if (!payment || (!known && !said)) return
  if (!said) return recordEvent(actor, "payment.end-dispute", paymentId)
  const { amountMinor, answerBy } = said
  if (known?.amountMinor === amountMinor && known.answerBy === answerBy) return
  recordEvent(actor, "payment.dispute", paymentId, { after: { amountMinor, answerBy } })
  if (known && (!answerBy || answerBy === known.answerBy)) return
  const { payerName } = payment
  const by = answerBy && formatDate(answerBy, "medium")
  tellOffice(actor, { kind: "disputed", amountMinor, payerName, numbers: [], paymentId, answerBy: by })
}
