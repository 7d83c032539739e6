import { transact } from "db/client.server"
import { openingBalances } from "db/schema/money-opening"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, asc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { OpeningRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { entryDay, isClosed } from "../closing/closing.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { oncePerForm } from "../sent-form/sent-form.server"
import type { OpeningBalance } from "./opening-balance"

// The balance that a family brings from the books a school kept before. It is in the ledger and the statements on its day, and on
// no invoice: what is due can be paid as a balance, and what is in the family's favor settles its next invoices as account credit.
// It is no revenue, no sale and nothing received. One a family, until it is removed.

/** A family's opening balance; undefined when none stands. After a merge of two families with one it is their sum. */
export function findOpening(actor: Actor, familyId: string): OpeningBalance | undefined {
  const rows = listStanding(actor, familyId)
  const [first] = rows
  return (
    first && {
      amountMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      asOf: first.asOf,
      isClosed: rows.some(({ asOf }) => isClosed(actor, asOf)),
    }
  )
}

const listStanding = (actor: Actor, familyId: string) =>
  ownRows(actor, openingBalances)
    .where(and(eq(openingBalances.familyId, familyId), isNull(openingBalances.removedAt)))
    .orderBy(asc(openingBalances.createdAt), asc(openingBalances.id))
    .all()

type New = {
  /** Minor units, not 0: what is due is positive, account credit below zero. */
  amountMinor: number
  /** `YYYY-MM-DD` */
  asOf: string
  formKey?: string
}

type Entered = Result<{ amountMinor: number; openingId: string; eventId: string }, OpeningRefusal>

/** Enters a family's opening balance, once. Refused while it has one, on a day to come, and in a closed month. */
export function enterOpening(actor: Actor, familyId: string, { amountMinor, asOf, formKey }: New): Entered {
  if (!Number.isSafeInteger(amountMinor) || amountMinor === 0)
    throw new RangeError(`An opening balance is an amount of minor units, not ${amountMinor}`)
  return transact(() =>
    oncePerForm(actor, formKey, (): Entered => {
      const family = find(actor, families, familyId)
      if (!family) return { ok: false, reason: "no-family" }
      if (listStanding(actor, familyId).length > 0) return { ok: false, reason: "has-one" }
      if (asOf > entryDay(actor)) return { ok: false, reason: "in-the-future" }
      if (isClosed(actor, asOf)) return { ok: false, reason: "closed" }
      const paymentId =
        amountMinor < 0
          ? add(actor, payments, {
              familyId,
              method: "transfer",
              isOpening: true,
              amountMinor: -amountMinor,
              currency: actor.school.currency,
              receivedOn: asOf,
              receivedAt: now(),
              payerName: family.name,
              recordedBy: actor.memberId,
            })
          : null
      const openingId = add(actor, openingBalances, {
        familyId,
        amountMinor,
        asOf,
        paymentId,
        recordedBy: actor.memberId,
      })
      const eventId = recordEvent(actor, "family.enter-opening-balance", familyId, {
        after: { name: family.name, amountMinor, asOf },
      })
      return { ok: true, amountMinor, openingId, eventId }
    }),
  )
}

/**
 * Takes a family's opening balance back, as if it had never been entered: invoices that its credit had settled are due again. Refused
 * in a closed month, and once some of the credit was refunded. Of several, as after a merge, all are removed unless one is named.
 */
export function removeOpening(
  actor: Actor,
  familyId: string,
  openingId?: string,
): Result<{ amountMinor: number }, "none" | "closed" | "refunded"> {
  return allOrNothing((): Result<{ amountMinor: number }, "none" | "closed" | "refunded"> => {
    const rows = listStanding(actor, familyId).filter(({ id }) => (openingId ?? id) === id)
    if (rows.length === 0) return { ok: false, reason: "none" }
    if (rows.some(({ asOf }) => isClosed(actor, asOf))) return { ok: false, reason: "closed" }
    const amountMinor = rows.reduce((sum, row) => sum + row.amountMinor, 0)
    for (const { id, paymentId } of rows) {
      if (paymentId !== null) {
        const reversed = reversePayment(actor, { paymentId, reason: removed, as: "opening" })
        if (!reversed.ok) return { ok: false, reason: "refunded" }
      }
      change(actor, openingBalances, id, { removedAt: now() })
    }
    recordEvent(actor, "family.remove-opening-balance", familyId, { before: { amountMinor }, after: {} })
    return { ok: true, amountMinor }
  })
}

/** Why the account credit that it was is reversed, as text that is kept with it. */
const removed = "Opening balance removed"
