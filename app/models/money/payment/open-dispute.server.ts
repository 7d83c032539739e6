import { events } from "db/schema/foundation-audit"
import { payments } from "db/schema/money-payments"
import { and, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, own } from "~/models/foundation/access/own.server"
import type { OpenDispute } from "~/providers/payment-provider"
import type { DisputedPayment } from "./payment"

// Whether a payment is disputed says the activity, by the provider's word: nothing of the books changes until it's decided.

const After = z.object({ amountMinor: z.number(), answerBy: z.string().nullable() })

// Earlier ones say nothing of a dispute but that there was a message about it. As in the index.
const ofDisputes = (actor: Actor) =>
  and(
    own(actor, events),
    sql`${events.noun} = 'payment' and ${events.verb} in ('dispute', 'end-dispute')`,
    sql`(${events.verb} = 'end-dispute' or ${events.after} ->> 'amountMinor' is not null)`,
  )

/** Whether there was any dispute at all. */
export const anyDisputeQuery = (actor: Actor) =>
  select({ id: events.id }).from(events).where(ofDisputes(actor))

/** The school's payments with a dispute that isn't decided, or those among some, the earliest first. */
export function listDisputes(actor: Actor, paymentIds?: readonly string[]): DisputedPayment[] {
  const said = select(columns(events, "id", "verb", "after", "createdAt", "nounId"))
    .from(events)
    .where(and(ofDisputes(actor), paymentIds && among(events.nounId, paymentIds)))
    .all()
    .sort((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id))
    .map(({ nounId: paymentId, verb, after }) => ({ paymentId, verb, after }))
  const open = [...new Map(said.map((each) => [each.paymentId, each])).values()].filter(
    ({ verb }) => verb === "dispute",
  )
  if (open.length === 0) return []
  const ids = open.map(({ paymentId }) => paymentId)
  const found = ownRows(actor, payments, ["id", "payerName", "currency"]).where(among(payments.id, ids)).all()
  const paymentOf = new Map(found.map((payment) => [payment.id, payment]))
  return open.flatMap(({ paymentId, after }) => {
    const payment = paymentOf.get(paymentId)
    return payment ? [{ ...After.parse(JSON.parse(after ?? "null")), ...payment, paymentId }] : []
  })
}

/** The dispute of a payment that isn't decided. */
export const findDispute = (actor: Actor, paymentId: string): OpenDispute | undefined =>
  listDisputes(actor, [paymentId])[0]
