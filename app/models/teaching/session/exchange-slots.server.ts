import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { Result } from "~/utils/result"
import { release } from "./claim.server"
import { moveSession } from "./move-session.server"
import { findSessionRow } from "./slot.server"

/**
 * Two lessons take each other's date, time and room. The lessons move, their students don't: class, price, package, pay and
 * attendance belong to the lesson, so each stays with the student it was planned for. Refused, leaving both as they were,
 * when either can't be moved, or a teacher, a room or a student is taken at its new time.
 */
export function exchangeSlots(
  actor: Actor,
  oneId: string,
  otherId: string,
): Result<void, "not-movable" | "clash"> {
  return allOrNothing((): Result<void, "not-movable" | "clash"> => {
    const [one, other] = [findSessionRow(actor, oneId), findSessionRow(actor, otherId)]
    if (!one || !other || one.id === other.id) return { ok: false, reason: "not-movable" }
    // Both times are free from here on for the other of the two.
    release(actor, one.id)
    release(actor, other.id)
    for (const [session, place] of [
      [one, other],
      [other, one],
    ] as const) {
      const { localDate: date, startTime, roomId } = place
      const slot = { date, startTime, teacherId: session.teacherId, roomId }
      const moved = moveSession(actor, session.id, slot, { silent: true })
      if (!moved.ok) return { ok: false, reason: isTaken(moved.reason) ? "clash" : "not-movable" }
    }
    return { ok: true }
  })
}

const isTaken = (reason: string): boolean => ["clash", "unknown-teacher", "unknown-room"].includes(reason)
