import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { env } from "./env.server"

// What must be readable again by us and by nobody with only the database: AES-256-GCM under a key of the server's secret.

const keyFor = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", env().SESSION_SECRET, "tutti", `seal:${purpose}`, 32))

/** The text sealed for one purpose; every sealing differs. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
}

/** The text that was sealed for this purpose. Throws when it was changed, or sealed for another or under another secret. */
export function unseal(purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
}

/** A fingerprint that only the server can make: worthless to whoever reads the database. */
export const keyedHash = (purpose: string, text: string): string =>
  createHmac("sha256", keyFor(purpose)).update(text).digest("base64url")
