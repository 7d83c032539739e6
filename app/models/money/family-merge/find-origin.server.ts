import { accountMoves } from "db/schema/money-account-moves"
import { families } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"

/** Whose account an invoice was on before the last merge that stands; undefined where it was never moved, or is back. */
export function findOrigin(
  actor: Actor,
  invoice: { id: string; familyId: string },
): { name: string; movedOn: string } | undefined {
  const moves = movesQuery.all(actor, { invoiceId: invoice.id })
  // A merge that was undone moved it back: merges are undone from the last to the first.
  const standing: typeof moves = []
  for (const move of moves)
    if (standing.at(-1)?.merge === move.merge) standing.pop()
    else standing.push(move)
  const last = standing.at(-1)
  return last && { name: last.name, movedOn: last.movedOn }
}

const movesQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    name: families.name,
    merge: accountMoves.merge,
    movedOn: accountMoves.movedOn,
  })
    .from(accountMoves)
    .innerJoin(families, joined(families, accountMoves.fromFamilyId))
    .where(and(own(accountMoves), eq(accountMoves.nounId, p.invoiceId)))
    .orderBy(asc(accountMoves.step)),
)
