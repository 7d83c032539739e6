import type { Actor } from "~/models/foundation/access/actor"
import { expectedSeats } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"

/** Everyone expected in a session; no one in one that the actor may not see. */
export function seatsOf(actor: Actor, sessionId: string) {
  const session = findSeatedSession(actor, sessionId)
  return session ? expectedSeats(actor, session) : []
}
