import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto"
import { env } from "./env.server"

// Two kinds of secrets, each a list with the newest first, so that either can be changed while what was made before stays
// usable. SEAL_KEYS protect what is stored for long: sealed texts (AES-256-GCM), fingerprints and derived addresses.
// SESSION_SECRET signs what is short-lived: cookies, links in mails, forms, calls between machines.

const keyFor = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "tutti", `seal:${purpose}`, 32))

const newest = (secrets: readonly string[]): string => {
  const [first] = secrets
  if (!first) throw new Error("The settings hold at least one secret.")
  return first
}

/** The text sealed for one purpose under the newest key; every sealing differs. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyFor(newest(env().SEAL_KEYS), purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
}

/**
 * The text that was sealed for this purpose, and whether the newest key opened it (else it should be sealed again).
 * Undefined when no key of ours opens it: it was changed, sealed for something else, or its key is gone.
 */
export function unseal(purpose: string, sealed: string): { text: string; isNewest: boolean } | undefined {
  const bytes = Buffer.from(sealed, "base64url")
  for (const [index, secret] of env().SEAL_KEYS.entries()) {
    const text = open(keyFor(secret, purpose), bytes)
    if (text !== undefined) return { text, isNewest: index === 0 }
  }
  return undefined
}

function open(key: Buffer, bytes: Buffer): string | undefined {
  if (bytes.length < 28) return undefined
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8")
  } catch {
    // The tag doesn't fit: another key, or changed bytes.
    return undefined
  }
}

const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest("base64url")

/** Fingerprints for storing, one per key, newest first: worthless to anyone who reads the database. */
export const storedHashes = (purpose: string, text: string): string[] =>
  env().SEAL_KEYS.map((secret) => hmac(keyFor(secret, purpose), text))

/** A secret derived from a label for long use, one per key, newest first. */
export const derivedSecrets = (label: string): string[] =>
  env().SEAL_KEYS.map((secret) => hmac(secret, label))

/** The same for what lives hours or days: one per session secret, newest first. */
export const derivedTokens = (label: string): string[] =>
  env().SESSION_SECRET.map((secret) => hmac(secret, label))

/** A signature for what is short-lived, by the newest session secret. */
export const keyedHash = (purpose: string, text: string): string =>
  hmac(keyFor(newest(env().SESSION_SECRET), purpose), text)

/** Whether a signature was made over this text by any of our session secrets; `length` when only its beginning is kept. */
export const isKeyedHash = (purpose: string, text: string, expected: string, length?: number): boolean =>
  env().SESSION_SECRET.some((secret) =>
    isSame(hmac(keyFor(secret, purpose), text).slice(0, length), expected),
  )

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
