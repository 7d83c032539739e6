import { oneTimeLinks } from "db/schema/foundation"
import { and, count, eq, gt, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { invitationPurposes } from "./invited.server"

// An invitation is mail to whatever address an office types, so it is limited: one to an address every few minutes, and
// so many a day. Withdrawn ones count, since their mail has gone out.

const minutesBetween = 5
const mostPerDay = 300
const minuteMs = 60_000

/** Why this school may not mail an invitation to the address now; undefined when it may. */
export function invitationLimitOf(actor: Actor, email: string): "too-soon" | "too-many-today" | undefined {
  const at = now()
  const sent = (since: number, to?: string) =>
    select({ n: count() })
      .from(oneTimeLinks)
      .where(
        and(
          own(actor, oneTimeLinks),
          gt(oneTimeLinks.createdAt, since),
          inArray(oneTimeLinks.purpose, invitationPurposes),
          to === undefined ? undefined : eq(oneTimeLinks.email, to),
        ),
      )
      .get()?.n ?? 0
  if (sent(at - minutesBetween * minuteMs, email) > 0) return "too-soon"
  return sent(at - 24 * 60 * minuteMs) >= mostPerDay ? "too-many-today" : undefined
}

/** How many more invitations the school may send now. */
export function invitationsLeft(actor: Actor): number {
  const since = now() - 24 * 60 * minuteMs
  return Math.max(0, mostPerDay - listSentSince(actor, since).length)
}

/** The addresses that can't get another invitation for some minutes. */
export const listInvitedJustNow = (actor: Actor): Set<string> =>
  new Set(listSentSince(actor, now() - minutesBetween * minuteMs))

function listSentSince(actor: Actor, since: number): string[] {
  return select({ email: oneTimeLinks.email })
    .from(oneTimeLinks)
    .where(
      and(
        own(actor, oneTimeLinks),
        gt(oneTimeLinks.createdAt, since),
        inArray(oneTimeLinks.purpose, invitationPurposes),
      ),
    )
    .all()
    .map(({ email }) => email)
}
