import { db } from "db/client.server"
import { guardians } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

// Who a payment is from, and which invoices it may settle when it names none.

/** Who paid: the guardian named by id, else the one of that name, so that the payment counts for their share. */
export function findPayer(
  actor: Actor,
  familyId: string,
  { guardianId, payerName }: { guardianId?: string | null; payerName: string },
) {
  const rows = db()
    .select({
      id: guardians.id,
      email: sql<string | null>`coalesce(${guardians.billingEmail}, ${guardians.email})`,
      name: guardians.name,
    })
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.familyId, familyId)))
    .all()
  if (guardianId) return rows.find(({ id }) => id === guardianId)
  const named = rows.filter(({ name }) => name.toLowerCase() === payerName.trim().toLowerCase())
  return named.length === 1 ? named[0] : undefined
}

/** What a payer sends without naming an invoice pays their own ones and the family's, not another payer's. */
export function ownOpen<Open extends { payerId?: string | null }>(
  open: readonly Open[],
  guardianId: string | undefined,
): Open[] {
  if (!guardianId || !open.some(({ payerId }) => payerId)) return [...open]
  return open.filter(({ payerId }) => !payerId || payerId === guardianId)
}
