import { isDatabaseLoss } from "./database-loss"
import { type Position, type Seen, type Standing, standingOf, type Term } from "./position"
import { place, role } from "./replication.server"

/**
 * Whether this node has what somebody saw; waits a little for what is on its way.
 * @param listTerms the newest terms in this node's database
 */
export async function standingHere(seen: Seen, listTerms: () => Term[], withinMs: number): Promise<Standing> {
  const { litefs } = place()
  const standing = (position: Position | undefined): Standing => {
    if (position === undefined) return "not-yet"
    try {
      return standingOf(seen, { isPrimary: role().part === "primary", position, terms: listTerms() })
    } catch (error) {
      if (isDatabaseLoss(error)) return "not-yet"
      throw error
    }
  }
  const now = standing(await litefs?.position())
  if (now !== "not-yet" || withinMs <= 0) return now
  await litefs?.waitForPosition(seen.position, withinMs)
  return standing(await litefs?.position())
}
