import { transact } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findSessionRow } from "./slot.server"

/** Gives one lesson a link of its own, or with null the class's again. False when it is not the school's. */
export function setOnlineLink(actor: Actor, sessionId: string, onlineLink: string | null): boolean {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return false
    if (session.onlineLink === onlineLink) return true
    change(actor, sessions, sessionId, { onlineLink })
    recordEvent(actor, {
      verb: "set-link",
      noun: "session",
      nounId: sessionId,
      before: { onlineLink: session.onlineLink },
      after: { onlineLink },
    })
    return true
  })
}
