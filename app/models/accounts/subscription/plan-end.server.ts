import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { localDate } from "~/utils/zones"
import { openUntil, standingKindOf } from "./subscription"
import { findSubscription } from "./subscription-attempt.server"

/** Why a school is closed: our staff hold it, or its plan ended; undefined for one that is open, or isn't paid yet. */
export function whyClosed(actor: Actor): "held" | "expired" | undefined {
  const kind = standingKindOf(findSubscription(actor), now())
  return kind === "held" || kind === "expired" ? kind : undefined
}

/** When the school's plan ended, its day as text, or null when no day is known; null for a school whose plan hasn't. */
export function findPlanEnd(actor: Actor): { on: string | null } | null {
  const subscription = findSubscription(actor)
  if (!subscription || standingKindOf(subscription, now()) !== "expired") return null
  const at = openUntil(subscription)
  return { on: at > 0 && at <= now() ? formatDate(localDate(at, actor.school.timeZone), "medium") : null }
}
