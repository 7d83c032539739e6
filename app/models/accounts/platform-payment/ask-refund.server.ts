import { platformRefunds } from "db/schema/accounts-subscription-money"
import type { platformPayments } from "db/schema/accounts-subscriptions"
import { and, asc, count, eq, inArray, isNull, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { findRefund } from "./refund-state.server"

// Asking the provider for a refund: once for a key, told once.

/**
 * What became of asking: `new`; `asked` before, and not answered; `held` by the provider; `done` before; or `other`, when the
 * key stands for another payment or amount.
 */
export type AskedRefund = { id: string; state: "new" | "asked" | "held" | "done" | "other" }

type Payment = typeof platformPayments.$inferSelect

type Asked = {
  key: string
  amountMinor: number
  origin?: "staff" | "credit"
  /** what staff wrote to the school */
  message?: string | null
}

/**
 * Notes that we ask for a refund, once for a key, and answers the id under which it is known here and at the provider. A key
 * whose refund was refused or failed goes on under the next id. In the caller's transaction.
 */
export function askRefund(
  payment: Payment,
  { key, amountMinor, origin = "staff", message = null }: Asked,
): AskedRefund {
  let [id, known] = [key, findRefund(key)]
  for (let attempt = 2; known?.state === "refused" || known?.state === "failed"; attempt += 1) {
    id = `${key}-${attempt}`
    known = findRefund(id)
  }
  if (known) {
    const isSame = known.paymentId === payment.id && known.amountMinor === amountMinor
    if (isSame && known.state === "asked") platformChange(platformRefunds, id, { message })
    return { id, state: isSame ? known.state : "other" }
  }
  platformAdd(platformRefunds, {
    id,
    schoolId: payment.schoolId,
    paymentId: payment.id,
    origin,
    state: "asked",
    amountMinor,
    currency: payment.currency,
    message,
    createdAt: now(),
  })
  return { id, state: "new" }
}

/** The oldest refund of this amount that our staff asked for and the provider hasn't answered for. */
const findUnanswered = ({ id }: Payment, amountMinor: number) =>
  select()
    .from(platformRefunds)
    .where(
      and(
        eq(platformRefunds.paymentId, id),
        eq(platformRefunds.amountMinor, amountMinor),
        eq(platformRefunds.origin, "staff"),
        eq(platformRefunds.state, "asked"),
      ),
    )
    .orderBy(asc(platformRefunds.createdAt))
    .get()

/**
 * The key under which a form is to be asked for: one that wasn't answered is asked for again, also from another page, rather
 * than made a second time.
 */
export function keyOfRepeat(payment: Payment, key: string, amountMinor: number): string {
  const known = findRefund(key)
  const isUsed = known && known.state !== "refused" && known.state !== "failed"
  return isUsed ? key : (findUnanswered(payment, amountMinor)?.id ?? key)
}

/** Marks one that our staff made as in their log. False for whoever comes second. In the caller's transaction. */
export const claimRecording = (id: string): boolean =>
  platformChange(
    platformRefunds,
    and(
      eq(platformRefunds.id, id),
      inArray(platformRefunds.state, ["held", "done"]),
      isNull(platformRefunds.recordedAt),
    ),
    { recordedAt: now() },
  ) === 1

/** Marks one that is done as told to the school. False for whoever comes second. In the caller's transaction. */
export const claimTelling = (id: string): boolean =>
  platformChange(
    platformRefunds,
    and(eq(platformRefunds.id, id), eq(platformRefunds.state, "done"), isNull(platformRefunds.toldAt)),
    { toldAt: now() },
  ) === 1

/** How many refunds of the school were made or are under way: what changes when a colleague makes one. */
export const countRefunds = (actor: Actor): number =>
  ownRows(actor, platformRefunds, { n: count() }).where(ne(platformRefunds.state, "refused")).get()?.n ?? 0
