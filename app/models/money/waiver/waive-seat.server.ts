import { transact } from "db/client.server"
import { waivers } from "db/schema/money-waivers"
import { seats, sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import type { WaiverRefusal } from "~/texts/money/refusals"
import type { Result } from "~/utils/result"
import { listSeatCharges, standingSum, withdrawAll } from "../charge/seat-charges.server"
import { uncoverSeat } from "../package/package-cover.server"

/**
 * Says why a past lesson will not be charged: its charge is withdrawn and no later mark makes a new one. Refused while
 * the lesson is on an invoice, and where nothing is owed.
 */
export function waiveSeat(actor: Actor, seatId: string, reason: string): Result<void, WaiverRefusal> {
  return transact(() => {
    const seat = select({ id: seats.id })
      .from(seats)
      .innerJoin(sessions, joined(sessions, seats.sessionId))
      .where(own(actor, seats, seatId))
      .get()
    if (!seat) return { ok: false, reason: "unknown" }
    const state = billingStateOf(actor, seatId)
    if (state === undefined) return { ok: false, reason: "not-ended" }
    if (state === "waived") return { ok: false, reason: "waived" }
    const charges = listSeatCharges(actor, [seatId]).get(seatId) ?? []
    const standing = charges.filter(({ isWithdrawn }) => !isWithdrawn)
    if (state === "invoiced" || standing.some(({ isFrozen }) => isFrozen))
      return { ok: false, reason: "invoiced" }
    if (state !== "unbilled") return { ok: false, reason: "nothing-to-waive" }

    withdrawAll(actor, standing, `Waived: ${reason}`)
    uncoverSeat(actor, seatId)
    add(actor, waivers, { seatId, reason, waivedBy: actor.memberId })
    recordEvent(actor, "seat.waive", seatId, {
      before: { chargedMinor: standingSum(charges) },
      after: { reason },
    })
    return { ok: true }
  })
}
