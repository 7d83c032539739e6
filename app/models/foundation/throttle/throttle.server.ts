import { sqlite } from "db/client.server"
import { besideTheAct } from "db/sent-once.server"
import { RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible"
import { type Limit, limits } from "./throttle"

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
export const usedUp = (limit: string, points: number): Limit | undefined => {
  const known = Object.hasOwn(limits, limit) ? (limit as Limit) : undefined
  return known && points > limits[known].points ? known : undefined
}

/** Forgets the tries: the person has shown who they are. */
export async function forgetTries(limit: Limit, key: string) {
  await besideTheAct(`forgotten:${limit}:${key}`, () => limiterOf(limit).delete(key))
}
