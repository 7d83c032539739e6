import { db } from "db/client.server"
import { accountMoves } from "db/schema/money-account-moves"
import { families } from "db/schema/people"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"

/** Whose account an invoice was on before the last merge that stands; undefined where it was never moved, or is back. */
export function findOrigin(
  actor: Actor,
  invoice: { id: string; familyId: string },
): { name: string; movedOn: string } | undefined {
  const [last, before] = db()
    .select({
      name: families.name,
      merge: accountMoves.merge,
      movedOn: accountMoves.movedOn,
    })
    .from(accountMoves)
    .innerJoin(families, joined(families, accountMoves.fromFamilyId))
    .where(and(own(actor, accountMoves), eq(accountMoves.nounId, invoice.id)))
    .orderBy(desc(accountMoves.step))
    .limit(2)
    .all()
  // Moved back, it has two moves of one merge.
  return last && last.merge !== before?.merge ? { name: last.name, movedOn: last.movedOn } : undefined
}
