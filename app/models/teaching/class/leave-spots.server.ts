import { marks } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { listSeatCredits, revokeCredits } from "../credit/seat-credits.server"

/**
 * Takes the reported absences of an enrollment back, with the credits they earned, and leaves its spots to no one, in the caller's
 * transaction. False, with nothing changed, where attendance is recorded or such a credit is used.
 */
export function leaveSpots(actor: Actor, enrollmentId: string): boolean {
  const rows = select({ id: seats.id, markId: marks.id })
    .from(seats)
    .leftJoin(marks, joined(seats, marks.seatId))
    .where(and(own(actor, seats), eq(seats.enrollmentId, enrollmentId)))
    .all()
  const credits = listSeatCredits(
    actor,
    rows.map(({ id }) => id),
  )
  if (rows.some(({ markId }) => markId !== null) || credits.some(({ usedOn }) => usedOn !== null))
    return false
  revokeCredits(
    actor,
    credits.filter(({ isRevoked }) => !isRevoked),
    "No longer in the class",
  )
  change(actor, seats, eq(seats.enrollmentId, enrollmentId), {
    enrollmentId: null,
    noticeAt: null,
    noticeText: null,
    excusedBy: null,
    excusedNote: null,
  })
  return true
}
