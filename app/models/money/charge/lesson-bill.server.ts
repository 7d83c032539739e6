import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { fullName } from "~/utils/names"
import { listSeatCharges, standingSum } from "./seat-charges.server"

/**
 * What has become of a lesson's money: whose, which lesson, its state, what stands for it in minor units, and the charge whose
 * amount can be changed. Undefined when the school has no such seat; the state is null while the lesson has not ended.
 */
export function findLessonBill(actor: Actor, seatId: string) {
  const found = select({
    seatId: seats.id,
    firstName: students.firstName,
    lastName: students.lastName,
    className: classes.name,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(own(actor, seats, seatId))
    .get()
  if (!found) return undefined
  const { firstName, lastName, ...lesson } = found
  const charges = listSeatCharges(actor, [seatId]).get(seatId) ?? []
  return {
    ...lesson,
    studentName: fullName({ firstName, lastName }),
    state: billingStateOf(actor, seatId) ?? null,
    chargedMinor: standingSum(charges),
    chargeId:
      charges.find(
        ({ source, isWithdrawn, isFrozen, chargeId }) =>
          source === "seat" &&
          !isWithdrawn &&
          !isFrozen &&
          !charges.some((other) => !other.isWithdrawn && other.correctsChargeId === chargeId),
      )?.chargeId ?? null,
  }
}
