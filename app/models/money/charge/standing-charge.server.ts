import { charges, invoiceLines, invoices } from "db/schema/money"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { StandingCharge } from "./standing-charge"

type Charge = Pick<typeof charges.$inferSelect, "id" | "source" | "seatId" | "packageId" | "withdrawnAt">

/** Where what a charge was for is found now. */
export const findStandingCharge = (actor: Actor, charge: Charge): StandingCharge => ({
  invoice: charge.withdrawnAt === null ? findInvoiceOf(actor, charge.id) : null,
  next: charge.withdrawnAt === null ? null : (findNext(actor, charge) ?? null),
})

/** The invoice that a charge is on, void ones and drafts left out. */
export const findInvoiceOf = (actor: Actor, chargeId: string): StandingCharge["invoice"] =>
  select({ id: invoices.id, number: invoices.number })
    .from(invoiceLines)
    .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, invoiceLines),
        eq(invoiceLines.chargeId, chargeId),
        isNull(invoiceLines.releasedAt),
        isNotNull(invoices.number),
      ),
    )
    .all()
    .flatMap(({ id, number }) => (number === null ? [] : [{ id, number }]))[0] ?? null

function findNext(actor: Actor, { source, seatId, packageId }: Charge) {
  const isOfSame =
    seatId !== null
      ? eq(charges.seatId, seatId)
      : packageId === null
        ? undefined
        : eq(charges.packageId, packageId)
  if (!isOfSame) return undefined
  return select({ chargeId: charges.id, amountMinor: charges.amountMinor })
    .from(charges)
    .where(and(own(actor, charges), isOfSame, eq(charges.source, source), isNull(charges.withdrawnAt)))
    .get()
}
