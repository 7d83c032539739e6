import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { findNewestLink, linkState } from "~/models/foundation/one-time-link/one-time-link.server"
import { localDate } from "~/utils/zones"
import type { InvitationPurpose } from "./invited.server"
import type { SignInState } from "./student-sign-ins"

/** How the sign-in of a person of the school stands: none, invited, printed, active or locked. */
export function accountOf(
  actor: Actor,
  purpose: InvitationPurpose,
  { id, memberId }: { id: string; memberId: string | null },
): { memberId: string | null; username: string | null; state: SignInState } {
  const zone = actor.school.timeZone
  if (!memberId) {
    const link = findNewestLink(purpose, id)
    const state = link && linkState(link)
    if (link && (state === "open" || state === "expired"))
      return {
        memberId,
        username: null,
        state: {
          kind: state === "open" ? "invited" : "expired",
          sentOn: localDate(link.createdAt, zone),
          endsOn: localDate(link.expiresAt, zone),
        },
      }
    return { memberId, username: null, state: { kind: "none" } }
  }
  const account = db()
    .select({
      deactivatedAt: members.deactivatedAt,
      username: users.username,
      email: users.email,
      mustChangePassword: users.mustChangePassword,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members, memberId))
    .get()
  const kind = account?.deactivatedAt ? "locked" : account?.mustChangePassword ? "printed" : "active"
  return { memberId, username: account?.email ? null : (account?.username ?? null), state: { kind } }
}
