import { transact } from "db/client.server"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { cancelSession } from "./cancel-session.server"
import { release } from "./claim.server"
import { findSessionRow } from "./slot.server"
import { pauseTold } from "./told.server"

/**
 * Takes a session out of the calendar. One about which something was said or noted is
 * canceled with the reason instead; one with a register, or that has begun and has people in it, stays.
 */
export const removeSession = (
  actor: Actor,
  sessionId: string,
  reason: string,
): "removed" | "cancelled" | "kept" => transact(() => takeOut(actor, sessionId, reason))

function takeOut(actor: Actor, sessionId: string, reason: string): "removed" | "cancelled" | "kept" {
  const session = findSessionRow(actor, sessionId)
  if (!session || session.registerTakenAt !== null || session.state === "cancelled") return "kept"
  const isSeated =
    select({ id: seats.id })
      .from(seats)
      .where(and(own(actor, seats), eq(seats.sessionId, sessionId)))
      .limit(1)
      .get() !== undefined
  if (isSeated || !removeRow(actor, sessionId))
    return cancelSession(actor, sessionId, reason, { silent: true, isRemoved: true }).ok
      ? "cancelled"
      : "kept"
  pauseTold(actor, sessionId)
  recordEvent(actor, {
    verb: "remove",
    noun: "session",
    nounId: sessionId,
    before: { classId: session.classId, date: session.localDate, startTime: session.startTime },
    after: { reason },
  })
  return "removed"
}

/** Whether nothing in the school refers to it, so that the row could go. */
function removeRow(actor: Actor, sessionId: string): boolean {
  try {
    transact(() => {
      release(actor, sessionId)
      remove(actor, sessions, sessionId)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) return false
    throw error
  }
}
