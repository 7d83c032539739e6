import { transact } from "db/client.server"
import { signInTries } from "db/schema/foundation"
import { and, count, eq, lt, sql } from "drizzle-orm"
import {
  platformAddOrChange,
  platformChange,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"

// Wrong passwords. The first ones cost nothing; after that each further try waits twice as long as the one before, so
// that guessing is slow and no one can lock an account for its owner. Whoever guesses from one client address slows down
// that address; an account that is guessed from everywhere slows down as a whole, but much later. A device on which
// the account was signed in before keeps a count of its own, which strangers cannot reach.

type Kind = (typeof signInTries.$inferSelect)["kind"]
type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; forgottenAfterMs: number }

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

const guessing: Rule = {
  free: 5,
  firstWaitMs: 30 * second,
  longestWaitMs: 15 * minute,
  forgottenAfterMs: day,
}
const rules: Record<Kind, Rule> = {
  pair: guessing,
  device: guessing,
  // NIST SP 800-63B-4, 3.2.2: no more than 100 failures in a row on one account before each further one is slowed down.
  account: { free: 100, firstWaitMs: second, longestWaitMs: 15 * minute, forgottenAfterMs: day },
  // Many people share the address of a school, so its wait stays short.
  address: { free: 100, firstWaitMs: second, longestWaitMs: minute, forgottenAfterMs: 15 * minute },
}

/** Who tries: the name typed, where from, and the device, when the account was signed in on it before. */
export type Try = { account: string; address: string; deviceId?: string | undefined }

type Key = { kind: Kind; account: string; source: string }

const keysOf = ({ account, address, deviceId }: Try): Key[] =>
  deviceId
    ? [{ kind: "device", account, source: deviceId }]
    : [
        { kind: "pair", account, source: address },
        { kind: "account", account, source: "" },
        { kind: "address", account: "", source: address },
      ]

const rowOf = ({ kind, account, source }: Key) =>
  and(eq(signInTries.kind, kind), eq(signInTries.account, account), eq(signInTries.source, source))

function failuresOf(key: Key, at: number): { failures: number; lastAt: number } {
  const row = select().from(signInTries).where(rowOf(key)).get()
  return row && row.lastAt > at - rules[key.kind].forgottenAfterMs ? row : { failures: 0, lastAt: at }
}

function waitMs(key: Key, at: number): number {
  const { failures, lastAt } = failuresOf(key, at)
  const { free, firstWaitMs, longestWaitMs } = rules[key.kind]
  // A failure in the future was counted by a clock that has been set back since: until that time came again, its wait would
  // never end. The next failure counts on, with the time as it is now.
  if (failures < free || lastAt > at) return 0
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - free, 20))
  return Math.max(0, lastAt + wait - at)
}

/**
 * Counts a try as wrong before the password is looked at, so that tries at the same moment cannot share one count.
 * Answers how many seconds to wait when it is too early; such a try is not counted.
 */
export function beginTry(attempt: Try): number {
  return transact(() => {
    const at = now()
    const keys = keysOf(attempt)
    const wait = Math.max(...keys.map((key) => waitMs(key, at)))
    if (wait > 0) return Math.ceil(wait / second)
    for (const key of keys) {
      const failures = failuresOf(key, at).failures + 1
      platformAddOrChange(
        signInTries,
        { ...key, failures, lastAt: at },
        { as: [signInTries.kind, signInTries.account, signInTries.source], to: { failures, lastAt: at } },
      )
    }
    return 0
  })
}

/**
 * The password of a try was right: what was counted for it is taken back, and the failures of this pair or device are
 * forgotten. What others failed at this account, or at this client address, stays.
 */
export function endTry(attempt: Try) {
  transact(() => {
    for (const key of keysOf(attempt))
      if (key.kind === "pair" || key.kind === "device") platformRemove(signInTries, rowOf(key))
      else platformChange(signInTries, rowOf(key), { failures: sql`max(0, ${signInTries.failures} - 1)` })
  })
}

/** Forgets all failures at an account: its password is another one now. */
export function forgetTriesAt(account: string) {
  platformRemove(signInTries, eq(signInTries.account, account))
}

/** How often someone failed at this account recently, from anywhere. */
export function countFailures(attempt: Try): number {
  const key = keysOf(attempt).find(({ kind }) => kind === "device" || kind === "account")
  return key ? failuresOf(key, now()).failures : 0
}

const isOld = () => lt(signInTries.lastAt, now() - day)

/** How many rows no rule asks for any more. */
export const countOldTries = (): number =>
  select({ n: count() }).from(signInTries).where(isOld()).get()?.n ?? 0

export function forgetOldTries() {
  platformRemove(signInTries, isOld())
}
