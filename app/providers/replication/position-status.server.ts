import { isDatabaseLoss } from "./database-loss"
import { type Position, type PositionStatus, positionStatus, type Seen, type Term } from "./position"
import { nodeState, role } from "./replication.server"

/**
 * @Whether this node has what a person saw; waits briefly for replication.
 * @param listTerms the newest terms in this node's database
 */
export async function positionStatusHere(
  seen: Seen,
  listTerms: () => Term[],
  withinMs: number,
): Promise<PositionStatus> {
  const { litefs } = nodeState()
  const statusOf = (position: Position | undefined): PositionStatus => {
    if (position === undefined) return "not-yet"
    try {
      return positionStatus(seen, { isPrimary: role().part === "primary", position, terms: listTerms() })
    } catch (error) {
      if (isDatabaseLoss(error)) return "not-yet"
      throw error
    }
  }
  const now = statusOf(await litefs?.position())
  if (now !== "not-yet" || withinMs <= 0) return now
  await litefs?.waitForPosition(seen.position, withinMs)
  return statusOf(await litefs?.position())
}
