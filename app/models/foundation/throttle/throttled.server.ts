import { rateLimits, signInTries } from "db/schema/foundation"
import { and, desc, eq, gt, gte } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { platformRemove, select } from "../access/door.server"
import type { AnyLimit } from "./throttle"
import { usedUp } from "./throttle.server"

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
