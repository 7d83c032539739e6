import { transact } from "db/client.server"
import { classPrices } from "db/schema/teaching"
import { priceRises } from "db/schema/teaching-price-rises"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { newFeesFollow } from "./fees-follow.server"
import { lateChargesBack } from "./late-price.server"
import { type ClassPrice, type Price, priceOf } from "./price"
import { listClassPrices } from "./price.server"

type Replaced = Price & Pick<ClassPrice, "riseId">

/**
 * Takes a class's price of one day back to what that day had before: another price, or none of its own. Refused when it
 * isn't the price that was set. A price that came with a price rise is the rise's again, or gone if that was undone. What was charged by it keeps its amount, but for lessons that had no price before: until they
 * are on an invoice, they are not charged again.
 */
export function takeBackPrice(
  actor: Actor,
  classId: string,
  { set, before }: { set: ClassPrice; before: Replaced | null },
): Result<{ price: Price | null }, "gone"> | { ok: false; reason: "changed"; price: Price } {
  return transact(() => {
    const thatDay = and(
      own(actor, classPrices),
      eq(classPrices.classId, classId),
      eq(classPrices.fromDate, set.fromDate),
    )
    const present = select().from(classPrices).where(thatDay).get()
    if (!present) return { ok: false, reason: "gone" }
    if (present.amountMinor !== set.amountMinor || present.billing !== set.billing)
      return { ok: false, reason: "changed", price: present }
    remove(actor, classPrices, thatDay)
    const rise = before?.riseId ? findRise(actor, before.riseId, set.fromDate) : undefined
    if (before && !rise?.isUndone)
      add(actor, classPrices, { classId, ...before, fromDate: set.fromDate, riseId: rise?.id ?? null })
    newFeesFollow(actor, classId)
    lateChargesBack(actor, { classId, since: present.createdAt })
    const price = priceOf(null, listClassPrices(actor, [classId]).get(classId) ?? [], set.fromDate)
    recordEvent(actor, {
      verb: "set-price",
      noun: "class",
      nounId: classId,
      after: {
        billing: price?.billing ?? present.billing,
        amountMinor: price?.amountMinor ?? 0,
        fromDate: set.fromDate,
      },
    })
    return { ok: true, price }
  })
}

function findRise(actor: Actor, riseId: string, fromDate: string) {
  const rise = select({ undoneAt: priceRises.undoneAt })
    .from(priceRises)
    .where(and(own(actor, priceRises, riseId), eq(priceRises.fromDate, fromDate)))
    .get()
  return rise && { id: riseId, isUndone: rise.undoneAt !== null }
}
