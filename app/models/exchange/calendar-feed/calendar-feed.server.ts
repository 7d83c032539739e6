import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { calendarFeeds } from "db/schema/exchange"
import { members } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { storedState } from "~/models/accounts/subscription/stored-state.server"
import { clientStatus } from "~/models/accounts/subscription/subscription"
import type { Actor } from "~/models/foundation/access/actor"
import { add, changeRows, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { derivedSecrets } from "~/utils/seal.server"

// A member's calendar feed for other programs. Anyone with the address can read it without logging in, so the address is
// a secret. It is derived from the row's id and our sealing key; the table holds only its hash.

/** By each of our keys, newest first. */
const secretsOf = (feedId: string): string[] => derivedSecrets(`calendar-feed:${feedId}`)

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url")

const current = (actor: Actor) =>
  and(
    own(actor, calendarFeeds),
    eq(calendarFeeds.memberId, actor.memberId ?? ""),
    isNull(calendarFeeds.revokedAt),
  )

/**
 * The secret of the member's calendar, or null while they have none. An address in use works under any key, by its hash;
 * it can be shown only while the key it was made with is in the settings.
 */
export function findFeedSecret(actor: Actor): string | null {
  const feed = select({ id: calendarFeeds.id, tokenHash: calendarFeeds.tokenHash })
    .from(calendarFeeds)
    .where(current(actor))
    .get()
  return (feed && secretsOf(feed.id).find((secret) => hashOf(secret) === feed.tokenHash)) ?? null
}

/** Makes an address; the one before, if there is one, is worth nothing from now on. */
export function renewFeed(actor: Actor) {
  transact(() => {
    const row = newRow(actor)
    revoke(actor)
    add(actor, calendarFeeds, {
      ...row,
      memberId: actor.memberId ?? "",
      tokenHash: hashOf(secretsOf(row.id)[0] ?? ""),
    })
    recordEvent(actor, { verb: "renew", noun: "calendar-feed", nounId: row.id })
  })
}

/** Takes the address away without a new one. */
export function endFeed(actor: Actor) {
  transact(() => {
    for (const { id } of revoke(actor)) recordEvent(actor, { verb: "end", noun: "calendar-feed", nounId: id })
  })
}

const revoke = (actor: Actor) => changeRows(actor, calendarFeeds, current(actor), { revokedAt: now() })

/** Whose calendar a secret opens, for the guard: an active member of a school that is open. */
export function findFeedReader(secret: string) {
  const found = select({
    member: { memberId: members.id, role: members.role },
    user: { userId: users.id, name: users.name },
    school: schools,
    subscription: storedState,
  })
    .from(calendarFeeds)
    .innerJoin(members, joined(members, calendarFeeds.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .innerJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
    .where(
      and(
        eq(calendarFeeds.tokenHash, hashOf(secret)),
        isNull(calendarFeeds.revokedAt),
        isNull(members.deactivatedAt),
      ),
    )
    .get()
  if (!found || clientStatus(found.subscription, now()) !== "active") return undefined
  return { school: found.school, membership: { ...found.member, ...found.user } }
}
