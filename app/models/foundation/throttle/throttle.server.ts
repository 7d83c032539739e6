import { sqlite } from "db/client.server"
import { RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible"

// How often something may be tried. Counted in the database: it survives a restart and holds across workers. Passwords are
// counted in sign-in-tries.server.ts, where only wrong ones count.

/** Tries and the window in seconds; after it is used up, the wait. */
const limits = {
  /** Per person: a password asked for again before something that matters. */
  "password-again": { points: 10, duration: 15 * 60 },
  /** Codes of the second factor, and the own password asked again while signed in; per user. */
  "second-factor-account": { points: 10, duration: 15 * 60 },
  "own-password": { points: 10, duration: 15 * 60 },
  "register-address": { points: 20, duration: 60 * 60 },
  /** Registering with one address that has an account, from anywhere. */
  "register-email": { points: 5, duration: 60 * 60 },
  /** Mail to confirm one's own address; per person. */
  "confirmation-mail": { points: 1, duration: 2 * 60 },
  "confirmation-mail-day": { points: 5, duration: 24 * 60 * 60 },
  "invitation-address": { points: 30, duration: 15 * 60 },
  /** Asking for a link to choose a new password; per address typed, so that no one's mailbox is flooded. */
  "password-reset-account": { points: 5, duration: 60 * 60 },
  "password-reset-address": { points: 30, duration: 60 * 60 },
  /** Using such a link. */
  "new-password-address": { points: 30, duration: 15 * 60 },
  /** Contact messages and demo requests. */
  "visitor-email": { points: 5, duration: 60 * 60 },
  "visitor-address": { points: 20, duration: 60 * 60 },
  /** Paying an invoice by its link: per link, and per address. */
  "invoice-link": { points: 20, duration: 15 * 60 },
  "invoice-link-address": { points: 40, duration: 15 * 60 },
  /** Messages to the support chat; questions to the assistant, which may cost money. Per person. */
  "support-send": { points: 40, duration: 5 * 60 },
  "support-question": { points: 60, duration: 60 * 60 },
  "support-image": { points: 20, duration: 10 * 60 },
  /** Per school: asking PayPal again by hand. */
  /** Per school: codes we do not know. */
  "coupon-code": { points: 20, duration: 60 * 60 },
  "manual-activation": { points: 1, duration: 5 },
  /** Messages from the provider that are not the provider's. */
  "forged-event-address": { points: 20, duration: 60 },
} as const

export type Limit = keyof typeof limits

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

/** Counts one try. Answers how many seconds to wait when there have been too many, else 0. */
export async function countTry(limit: Limit, key: string): Promise<number> {
  try {
    await limiterOf(limit).consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** Whether so many points of a limit are all there are. */
export const isUsedUp = (limit: string, points: number): boolean =>
  Object.hasOwn(limits, limit) && points > limits[limit as Limit].points

/** Forgets the tries: the person has shown who they are. */
export async function forgetTries(limit: Limit, key: string) {
  await limiterOf(limit).delete(key)
}
