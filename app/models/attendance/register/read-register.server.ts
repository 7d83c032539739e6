import { transact } from "db/client.server"
import { marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, gte, inArray, isNull } from "drizzle-orm"
import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { agreedOf } from "~/models/money/charge/agreed-charge"
import { listTakenDiscounts } from "~/models/money/charge/charge-discounts.server"
import {
  listSeatCharges,
  type SeatCharge,
  undoneAttendance,
  withdrawAll,
} from "~/models/money/charge/seat-charges.server"
import type { TakenDiscount } from "~/models/money/discount/discount"
import { findDiscounts, listEveryDiscountRule } from "~/models/money/discount/discount-rules.server"
import type { PackageBeyond } from "~/models/money/package/package"
import { findPackageRooms, type PackageRooms, uncoverSeat } from "~/models/money/package/package-cover.server"
import { findPackageBeyond } from "~/models/money/package/sell-package.server"
import {
  listSeatTerms,
  type SeatWithTerms,
  undoMarkCredits,
} from "~/models/teaching/credit/seat-credits.server"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { findSeatedSession, type SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { UndoRegisterRefusal } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { RegisterTerms } from "./register"

/** One seat with everything a mark on it may change. */
export type RegisterSeat = Omit<SeatWithTerms, "terms"> & {
  terms: RegisterTerms
  charges: SeatCharge[]
  packages: PackageRooms
}

/**
 * Every expected seat with its terms, charges and credits. Six queries, however many seats, one more with discounts, two
 * where credits are capped, three where a class is billed by package, one for a trial, one with amounts set by hand or discounts of one family.
 */
export function readRegister(actor: Actor, session: SeatedSession): RegisterSeat[] {
  const seats = listSeatTerms(actor, session)
  const charges = listSeatCharges(
    actor,
    seats.flatMap(({ seatId }) => (seatId ? [seatId] : [])),
  )
  const tax = listClassTaxes(actor, [session.classId])(session.classId)
  const discountsOf = findDiscounts(actor, {
    from: session.localDate,
    to: session.localDate,
    target: "lessons",
    families: seats.map(({ familyId }) => familyId),
    since: firstOf([...charges.values()].flatMap(countedOf)),
  })
  const agreed = new Map([...charges].map(([seatId, ofSeat]) => [seatId, agreedOf(ofSeat)]))
  const keepsDiscounts = listEveryDiscountRule(actor).length > 0
  const taken = listTakenDiscounts(actor, [
    ...[...agreed.values()].flatMap((charge) => charge?.chargeId ?? []),
    ...(keepsDiscounts ? [...charges.values()].flatMap(countedOf).map(({ chargeId }) => chargeId) : []),
  ])
  const isFreeTrial = session.classKind === "trial" && findTrialPrice(actor) === "free"
  const ofPackages = seats.filter(({ terms }) => terms.billing === "package")
  const packages = findPackageRooms(actor, ofPackages, session)
  const beyond = ofPackages.length > 0 ? findPackageBeyond(actor) : "charge"
  return seats.map((seat) => {
    const ofSeat = (seat.seatId && charges.get(seat.seatId)) || []
    const counted = countedOf(ofSeat)
    const byHand = agreed.get(seat.seatId ?? "")
    const charged = counted.filter(({ source }) => source === "seat").at(-1)
    // a correction has the tax that the lesson was charged with, and the discounts that were in force when it was first charged
    const terms = {
      ...seat.terms,
      kind: isFreeTrial ? ("trial" as const) : seat.terms.kind,
      tax: charged ? taxOf(charged) : tax,
      discounts: discountsOf({ ...seat, firstChargedAt: firstOf(counted), taken: takenOff(counted, taken) }),
      cover: null,
      byHand:
        byHand?.usualMinor && seat.mark
          ? {
              due: dueOfCharge(
                { ...byHand, usualMinor: byHand.usualMinor },
                taken.get(byHand.chargeId) ?? [],
              ),
              percent: seat.mark.chargedPercent,
            }
          : null,
    }
    const read = { ...seat, terms, charges: ofSeat, packages }
    return terms.billing === "package" ? withRooms(read, beyond) : read
  })
}

/** What a charge that was set by hand says, to be written again. */
const dueOfCharge = (
  { amountMinor, taxMinor, taxName, taxRate, taxIsAdded, usualMinor }: SeatCharge & { usualMinor: number },
  discounts: TakenDiscount[],
) => ({ amountMinor, taxMinor, taxName, taxRate, taxIsAdded, usualMinor, discounts })

const countedOf = (ofSeat: readonly SeatCharge[]) => ofSeat.filter(({ isUndone }) => !isUndone)

/** The rules that took something off a lesson that was charged; undefined for one that wasn't. */
const takenOff = (counted: readonly SeatCharge[], taken: ReadonlyMap<string, TakenDiscount[]>) =>
  counted.length === 0
    ? undefined
    : new Set(counted.flatMap(({ chargeId }) => (taken.get(chargeId) ?? []).map(({ ruleId }) => ruleId)))

/** When the first charge of lessons was made; none while they weren't charged. */
const firstOf = (charges: readonly SeatCharge[]): number | undefined =>
  charges.reduce<number | undefined>(
    (first, { createdAt }) => (first === undefined || createdAt < first ? createdAt : first),
    undefined,
  )

/** The seat with what its packages have left now that others of the session have taken theirs. */
export function withRooms(seat: RegisterSeat, beyond: PackageBeyond): RegisterSeat {
  const units = seat.packages.roomsOf(seat).reduce((sum, room) => sum + room.units, 0)
  return { ...seat, terms: { ...seat.terms, cover: { units, beyond } } }
}

/** How long the person who took attendance can undo it, in ms. Afterwards it is corrected. */
const undoWithinMs = 30 * 60_000

/**
 * Undoes the attendance that the actor has just taken: charges, credits and package lessons are as before, and the lesson is
 * one without attendance again. Notes stay. Refused once something rests on it: a correction, an invoice, an amount set by hand, a used credit.
 */
export function undoRegister(
  actor: Actor,
  sessionId: string,
): Result<{ session: SeatedSession }, UndoRegisterRefusal> {
  return transact(() => {
    const session = findSeatedSession(actor, sessionId)
    if (!session) return { ok: false, reason: "session-unknown" }
    const { registerTakenAt: takenAt } = session
    if (takenAt === null) return { ok: false, reason: "not-taken" }
    if (session.registerTakenBy !== actor.memberId || now() - takenAt > undoWithinMs)
      return { ok: false, reason: "too-late" }
    if (isCorrected(actor, sessionId, takenAt)) return { ok: false, reason: "corrected" }
    const marked = readRegister(actor, session).filter(({ mark }) => mark)
    if (marked.some(restsOnIt)) return { ok: false, reason: "in-use" }
    const seatIds = marked.flatMap(({ seatId }) => seatId ?? [])
    withdrawAll(
      actor,
      marked.flatMap(({ charges }) => charges.filter(({ isWithdrawn }) => !isWithdrawn)),
      undoneAttendance,
    )
    for (const seatId of seatIds) uncoverSeat(actor, seatId)
    undoMarkCredits(actor, seatIds, takenAt, undoneAttendance)
    change(actor, marks, and(inArray(marks.seatId, seatIds), isNull(marks.supersededAt)), {
      supersededAt: now(),
    })
    change(actor, sessions, sessionId, { registerTakenAt: null, registerTakenBy: null })
    recordEvent(actor, "session.undo-register", sessionId)
    return { ok: true, session }
  })
}

const restsOnIt = ({ charges, credits }: RegisterSeat): boolean =>
  charges.some(
    ({ isFrozen, isWithdrawn, usualMinor }) => !isWithdrawn && (isFrozen || usualMinor !== null),
  ) || credits.some(({ usedOn, isRevoked }) => usedOn !== null && !isRevoked)

/** Whether a mark that was made when attendance was taken, or later, has given way to another. */
function isCorrected(actor: Actor, sessionId: string, takenAt: number): boolean {
  const found = select({ id: marks.id })
    .from(seats)
    .innerJoin(marks, joined(seats, marks.seatId))
    .where(
      and(
        own(actor, seats),
        eq(seats.sessionId, sessionId),
        gt(marks.supersededAt, takenAt),
        gte(marks.createdAt, takenAt),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}
