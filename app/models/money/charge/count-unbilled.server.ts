import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { type ClassWithoutPrice, listClassesWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { now } from "~/utils/clock.server"
import { sumUnbilledCharges } from "./unbilled.server"

// What waits for an invoice in the whole school, and what can't wait for one yet.

/**
 * All that is unbilled in the school: charges on no invoice with their sum in minor units; lessons that ended without
 * attendance and would be charged; and attended seats of a class without a price.
 */
export function countUnbilled(actor: Actor): {
  charges: number
  amountMinor: number
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  /** The classes these are in. */
  classesWithoutPrice: ClassWithoutPrice[]
} {
  const viewer = actor.role === "teacher" ? actor.memberId : null
  const minute = Math.floor(now() / 60_000)
  const waiting = keepWaiting([actor.school.id, viewer, minute], () => ({
    lessonsWithoutAttendance: countMissingRegisters(actor, { charged: true }),
    classesWithoutPrice: listClassesWithoutPrice(actor),
  }))
  const { lessonsWithoutAttendance, classesWithoutPrice } = waiting
  const seatsWithoutPrice = classesWithoutPrice.reduce((sum, { seats }) => sum + seats, 0)
  return { ...sumUnbilledCharges(actor), lessonsWithoutAttendance, seatsWithoutPrice, classesWithoutPrice }
}

/** These look at every lesson that waits: once between two writes of these, and once a minute, in which a lesson may end. */
const keepWaiting = keepUnchanged<{
  readonly lessonsWithoutAttendance: number
  readonly classesWithoutPrice: ClassWithoutPrice[]
}>(500)
