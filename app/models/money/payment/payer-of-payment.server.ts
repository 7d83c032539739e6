import { outsidePayers } from "db/schema/payers"
import { guardians } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// Who a payment is from, and which invoices it may settle when it names none.

/** Who paid: the payer named by id, else the one of that name, so that the payment counts for their share. */
export function findPayer(
  actor: Actor,
  familyId: string,
  { payerId, payerName }: { payerId?: string | null; payerName: string },
) {
  const rows = select({
    id: guardians.id,
    email: sql<string | null>`coalesce(${guardians.billingEmail}, ${guardians.email})`,
    name: guardians.name,
  })
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.familyId, familyId)))
    .all()
  const others = select({ id: outsidePayers.id, email: outsidePayers.email, name: outsidePayers.name })
    .from(outsidePayers)
    .where(and(own(actor, outsidePayers), eq(outsidePayers.familyId, familyId)))
    .all()
  const all = [...rows, ...others]
  if (payerId) return all.find(({ id }) => id === payerId)
  const named = all.filter(({ name }) => name.toLowerCase() === payerName.trim().toLowerCase())
  return named.length === 1 ? named[0] : undefined
}

/** What a payer sends without naming an invoice pays their own ones and the family's, not another payer's. */
export function ownOpen<Open extends { payerId?: string | null }>(
  open: readonly Open[],
  payerId: string | undefined,
): Open[] {
  if (!payerId || !open.some((each) => each.payerId)) return [...open]
  return open.filter((each) => !each.payerId || each.payerId === payerId)
}
