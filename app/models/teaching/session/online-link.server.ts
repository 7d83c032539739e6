import { transact } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { queueUpdates } from "./reader-updates.server"
import { listSessionsToTell } from "./session-list.server"
import { findSessionRow } from "./slot.server"

/**
 * Gives one lesson a link of its own, or with null the class's again. Refused when it is canceled. Its people are told in two
 * minutes.
 */
export function setOnlineLink(
  actor: Actor,
  sessionId: string,
  onlineLink: string | null,
): Result<void, "no-session" | "is-cancelled"> {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" }
    if (session.state === "cancelled") return { ok: false, reason: "is-cancelled" }
    if (session.onlineLink === onlineLink) return { ok: true }
    const before = listSessionsToTell(actor, [sessionId])
    change(actor, sessions, sessionId, { onlineLink })
    recordEvent(actor, "session.set-link", sessionId, {
      before: { onlineLink: session.onlineLink },
      after: { onlineLink },
    })
    queueUpdates(actor, before)
    return { ok: true }
  })
}
