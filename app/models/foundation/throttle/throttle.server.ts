import { sqlite } from "db/client.server"
import { rateLimits, signInTries } from "db/schema/foundation"
import { besideTheAct } from "db/sent-once.server"
import { and, desc, eq, gt, gte } from "drizzle-orm"
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { platformRemove, select } from "../access/door.server"
import { type AnyLimit, type Limit, limits } from "./throttle"

// How often something may be tried. Counted in the database: it survives a restart and holds across workers. Passwords are
// counted in sign-in-tries.server.ts, where only wrong ones count.

type Limiter = { on: ReturnType<typeof sqlite>; limiter: RateLimiterSQLite }
const limiters = new Map<Limit, Limiter>()

/** The limiter on the connection as it is now: a replica that becomes the primary, or stops being it, opens another. */
function limiterOf(limit: Limit): RateLimiterSQLite {
  const on = sqlite()
  const made = limiters.get(limit)
  if (made?.on === on) return made.limiter
  const limiter = new RateLimiterSQLite({
    storeClient: on,
    storeType: "better-sqlite3",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: limit,
    ...limits[limit],
  })
  limiters.set(limit, { on, limiter })
  return limiter
}

const limitersHere = new Map<Limit, RateLimiterMemory>()

/** Counts one try. Answers how many seconds to wait when there have been too many, else 0. */
export const countTry = (limit: Limit, key: string): Promise<number> =>
  besideTheAct(`${limit} ${key}`, () => consume(limiterOf(limit), key))

/** Whether there were so many tries that the next one is too many; counts none. */
export async function isTriedOut(limit: Limit, key: string): Promise<boolean> {
  const tried = await limiterOf(limit).get(key)
  return tried !== null && tried.remainingPoints <= 0
}

/** The same for what is only read, in this process alone: a replica can't write. */
export function countTryHere(limit: Limit, key: string): Promise<number> {
  const limiter = limitersHere.get(limit) ?? new RateLimiterMemory({ keyPrefix: limit, ...limits[limit] })
  limitersHere.set(limit, limiter)
  return consume(limiter, key)
}

async function consume(limiter: RateLimiterMemory | RateLimiterSQLite, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** The limit of this name, when so many points of it are all there are. */
const usedUp = (limit: string, points: number): Limit | undefined => {
  const known = Object.hasOwn(limits, limit) ? (limit as Limit) : undefined
  return known && points > limits[known].points ? known : undefined
}

/** Forgets the tries: the person has shown who they are. */
export async function forgetTries(limit: Limit, key: string) {
  await besideTheAct(`forgotten:${limit}:${key}`, () => limiterOf(limit).delete(key))
}

// Who has to wait just now, for the staff: someone who tries again and again, or a school behind one address.

const hour = 3_600_000
const mostRows = 100
/** Wrong passwords in a row from which on a further try waits. */
const freeFailures = 5

export type Throttled = {
  /** What releases it. */
  key: string
  limit: AnyLimit
  /** An address, an email or an ID, as it was counted. */
  whom: string
  tries: number
  /** UTC ms; null for wrong passwords, which are forgotten with time. */
  until: number | null
}

/** Those who have used up a limit, and those who entered wrong passwords within the hour. */
export function listThrottled(_staff: SuperActor): Throttled[] {
  const limits = select()
    .from(rateLimits)
    .where(gt(rateLimits.expire, now()))
    .orderBy(desc(rateLimits.expire))
    .limit(mostRows)
    .all()
    .flatMap(({ key, points, expire }): Throttled[] => {
      const [name = "", ...whom] = key.split(":")
      const limit = usedUp(name, points)
      if (!limit) return []
      return [{ key: `limit ${key}`, limit, whom: whom.join(":"), tries: points, until: expire }]
    })
  const passwords = select()
    .from(signInTries)
    .where(and(gt(signInTries.lastAt, now() - hour), gte(signInTries.failures, freeFailures)))
    .orderBy(desc(signInTries.lastAt))
    .limit(mostRows)
    .all()
    .map(
      ({ kind, account, source, failures }): Throttled => ({
        key: `password ${JSON.stringify([kind, account, source])}`,
        limit: `password-${kind}`,
        whom: [account, kind === "device" ? "" : source].filter(Boolean).join(", "),
        tries: failures,
        until: null,
      }),
    )
  return [...limits, ...passwords]
}

/** Lets someone try again at once. False when there is no such count. */
export function releaseThrottled(_staff: SuperActor, key: string): boolean {
  if (key.startsWith("limit ")) return platformRemove(rateLimits, eq(rateLimits.key, key.slice(6))) > 0
  const tried = readTried(key)
  if (!tried) return false
  const [kind, account, source] = tried
  return (
    platformRemove(
      signInTries,
      and(eq(signInTries.kind, kind), eq(signInTries.account, account), eq(signInTries.source, source)),
    ) > 0
  )
}

type Kind = (typeof signInTries.$inferSelect)["kind"]
const kinds: readonly string[] = signInTries.kind.enumValues
const isKind = (text: unknown): text is Kind => typeof text === "string" && kinds.includes(text)

function readTried(key: string): [Kind, string, string] | undefined {
  if (!key.startsWith("password ")) return undefined
  try {
    const parts: unknown = JSON.parse(key.slice(9))
    if (!Array.isArray(parts)) return undefined
    const [kind, account, source] = parts as unknown[]
    return isKind(kind) && typeof account === "string" && typeof source === "string"
      ? [kind, account, source]
      : undefined
  } catch {
    return undefined
  }
}
