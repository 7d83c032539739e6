import { randomInt } from "node:crypto"
import { hashPassword } from "../user/password.server"

/** Letters and digits that no one mistakes for another when copying them from paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789"

/** A password to print: three groups of four, some 59 bits. Only the hash is kept. */
export async function makeTemporaryPassword(): Promise<{ password: string; passwordHash: string }> {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("")
  const password = [group(), group(), group()].join("-")
  return { password, passwordHash: await hashPassword(password) }
}
