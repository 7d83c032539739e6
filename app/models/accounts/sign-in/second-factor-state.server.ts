import { recoveryCodes, secondFactors } from "db/schema/accounts"
import { and, count, eq, isNotNull, isNull } from "drizzle-orm"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { env } from "~/utils/env.server"

const confirmed = platformQuery((p: Params<{ userId: string }>) =>
  select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, p.userId), isNotNull(secondFactors.confirmedAt))),
)

/** Whether signing in asks this person for a code besides the password. */
export const hasSecondFactor = (userId: string): boolean => Boolean(confirmed.get({ userId }))

/** Platform staff sign in with a second factor wherever the app is really used; a demonstration asks for none. */
export const staffNeedSecondFactor = (): boolean => env().NODE_ENV === "production" && !env().DEMO

/** How many recovery codes are still unused. */
export function countRecoveryCodes(userId: string): number {
  return (
    select({ n: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
      .get()?.n ?? 0
  )
}
