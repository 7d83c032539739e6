import { createHash, randomInt } from "node:crypto"
import { v5, v7 } from "uuid"

/** A new id that is its own in all schools: time-ordered and unguessable (UUIDv7, RFC 9562). */
export const newId = (): string => v7()

const digits = 36
/** 60 million; half of them to begin with, so that a millisecond has as many left to count through. */
const most = digits ** 5
const widestStep = digits ** 2
let last = { at: 0, number: 0 }

/**
 * A new id of a row within its school, short because addresses, lists and indexes are full of them: 13 digits and small
 * letters, the time and 26 random bits. Ordered by time, also behind the UUIDs that earlier rows have, until 2059; what one
 * process makes is strictly ordered. An id is no secret: whoever asks for a record is asked who they are.
 */
export function newRowId(at = Date.now()): string {
  const number = at > last.at ? randomInt(most / 2) : last.number + 1 + randomInt(widestStep)
  if (number >= most) return newRowId(last.at + 1)
  last = { at: Math.max(at, last.at), number }
  return last.at.toString(digits).padStart(8, "0") + number.toString(digits).padStart(5, "0")
}

/**
 * The id of something else that was written into a form whose own id is used: the same words again have the same one, so that
 * they are kept once, too.
 */
export const idOfOther = (entryId: string, written: readonly unknown[]): string =>
  v5(JSON.stringify(written), entryId)

/** What is kept of a secret, to know it again: its SHA-256. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url")
