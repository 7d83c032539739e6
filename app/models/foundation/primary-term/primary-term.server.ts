import { db, prepareOnce } from "db/client.server"
import { primaryTerms } from "db/schema/foundation"
import { desc, max } from "drizzle-orm"
import type { Position, Term } from "~/providers/replication/position"
import { now } from "~/utils/clock.server"

// A primary term: which machine led from when. A database position only means something together with the term in which it was
// reached: after a failover the same numbers may mean other transactions.

/**
 * Records that this node leads from now on.
 * @param beganAfter the database's position before this, the term's first write
 */
export function beginTerm(node: string, beganAfter: Position): number {
  const newest =
    db()
      .select({ term: max(primaryTerms.term) })
      .from(primaryTerms)
      .get()?.term ?? 0
  const term = newest + 1
  db().insert(primaryTerms).values({ term, node, beganAfter, beganAt: now() }).run()
  return term
}

const newest = prepareOnce(() =>
  db()
    .select({ term: primaryTerms.term, beganAfter: primaryTerms.beganAfter })
    .from(primaryTerms)
    .orderBy(desc(primaryTerms.term))
    .limit(16)
    .prepare(),
)

/** The newest terms this node knows of, the newest first. A cookie lives for a minute: more are of no use. */
export const listTerms = (): Term[] => newest().all()
