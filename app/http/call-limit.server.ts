import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"

// How often one logged-in person may call the JSON API. In this process's memory: a call that only reads must not write,
// and a machine that only reads can't. No screen of ours comes near it.

/** Calls a minute. */
export const mostCalls = 600
let limiter: RateLimiterMemory | undefined

/** Counts a call. Answers how many seconds to wait when there have been too many, else 0. */
export async function countCall(userId: string): Promise<number> {
  limiter ??= new RateLimiterMemory({ points: mostCalls, duration: 60 })
  try {
    await limiter.consume(userId)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
