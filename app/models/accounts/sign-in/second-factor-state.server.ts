import { db, prepareOnce } from "db/client.server"
import { recoveryCodes, secondFactors } from "db/schema/accounts"
import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { env } from "~/utils/env.server"

const confirmed = prepareOnce(() =>
  db()
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, sql.placeholder("userId")), isNotNull(secondFactors.confirmedAt)))
    .prepare(),
)

/** Whether signing in asks this person for a code besides the password. */
export const hasSecondFactor = (userId: string): boolean => Boolean(confirmed().get({ userId }))

/** Platform staff sign in with a second factor wherever the app is really used; a demonstration asks for none. */
export const staffNeedSecondFactor = (): boolean => env().NODE_ENV === "production" && !env().DEMO

/** How many recovery codes are still unused. */
export function countRecoveryCodes(userId: string): number {
  return (
    db()
      .select({ n: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
      .get()?.n ?? 0
  )
}
