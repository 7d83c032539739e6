import { primaryTerms } from "db/schema/foundation"
import { desc, max } from "drizzle-orm"
import type { Position, Term } from "~/providers/replication/position"
import { now } from "~/utils/clock.server"
import { platformAdd, platformQuery, select } from "../access/door.server"

// A primary term: which machine led from when. A database position only means something together with the term in which it was
// reached: after a failover the same numbers may mean other transactions.

/**
 * Records that this node leads from now on.
 * @param beganAfter the database's position before this, the term's first write
 */
export function beginTerm(node: string, beganAfter: Position): number {
  const newest =
    select({ term: max(primaryTerms.term) })
      .from(primaryTerms)
      .get()?.term ?? 0
  const term = newest + 1
  platformAdd(primaryTerms, { term, node, beganAfter, beganAt: now() })
  return term
}

const newest = platformQuery(() =>
  select({ term: primaryTerms.term, beganAfter: primaryTerms.beganAfter })
    .from(primaryTerms)
    .orderBy(desc(primaryTerms.term))
    .limit(16),
)

/** The newest terms this node knows of, the newest first. A cookie lives for a minute: more are of no use. */
export const listTerms = (): Term[] => newest.all()
