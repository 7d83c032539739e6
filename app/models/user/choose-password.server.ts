import { db, transact } from "db/client.server"
import { users } from "db/schema/people"
import { eq } from "drizzle-orm"
import { endSignInsOf } from "../sign-in/sign-in.server"
import { hashPassword, passwordMatches } from "./password.server"
import { setPassword } from "./user.server"

/**
 * Replaces a printed start password by the person's own and ends all their sign-ins; the caller starts a new one.
 * Refuses the start password itself.
 */
export async function replaceStartPassword(
  userId: string,
  password: string,
): Promise<{ ok: true } | { ok: false; reason: "same-password" }> {
  const user = db().select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  if (await passwordMatches(user?.passwordHash, password)) return { ok: false, reason: "same-password" }
  const passwordHash = await hashPassword(password)
  transact(() => {
    setPassword(userId, { passwordHash, mustChangePassword: false })
    endSignInsOf(userId)
  })
  return { ok: true }
}
