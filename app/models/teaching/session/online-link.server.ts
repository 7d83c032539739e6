import { transact } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { findSessionRow } from "./slot.server"

/** Gives one lesson a link of its own, or with null the class's again. Refused when it is canceled. */
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
    change(actor, sessions, sessionId, { onlineLink })
    recordEvent(actor, {
      verb: "set-link",
      noun: "session",
      nounId: sessionId,
      before: { onlineLink: session.onlineLink },
      after: { onlineLink },
    })
    return { ok: true }
  })
}
