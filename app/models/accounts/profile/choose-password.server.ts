import { randomInt } from "node:crypto"
import { transact } from "db/client.server"
import type { Result } from "~/utils/result"
import { endSignInsOf } from "../sign-in/sign-in.server"
import { isOwnName } from "../user/new-password"
import { hashPassword, passwordMatches } from "../user/password.server"
import { findUser, hasPasswordStill, setPassword } from "../user/user.server"

/**
 * Replaces a temporary password by the person's own and ends all their sign-ins; the caller starts a new one. Refuses the
 * temporary password itself, the name it is typed with, and one that was replaced in the meantime by another temporary one.
 */
export async function replaceTemporaryPassword(
  userId: string,
  password: string,
): Promise<Result<void, "same-password" | "own-name" | "replaced">> {
  const user = findUser(userId)
  if (isOwnName(password, user?.email, user?.username)) return { ok: false, reason: "own-name" }
  if (await passwordMatches(user?.passwordHash, password)) return { ok: false, reason: "same-password" }
  const passwordHash = await hashPassword(password)
  return transact(() => {
    if (!hasPasswordStill(userId, user?.passwordHash ?? null)) return { ok: false, reason: "replaced" }
    setPassword(userId, { passwordHash, mustChangePassword: false })
    endSignInsOf(userId)
    return { ok: true }
  })
}

/** Letters and digits that no one mistakes for another when copying them from paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789"

/** A password to print: three groups of four, some 59 bits. Only the hash is kept. */
export async function makeTemporaryPassword(): Promise<{ password: string; passwordHash: string }> {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("")
  const password = [group(), group(), group()].join("-")
  return { password, passwordHash: await hashPassword(password) }
}
