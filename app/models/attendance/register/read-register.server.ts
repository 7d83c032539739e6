import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { agreedOf } from "~/models/money/charge/agreed-charge"
import { listTakenDiscounts } from "~/models/money/charge/charge-discounts.server"
import { listSeatCharges, type SeatCharge } from "~/models/money/charge/seat-charges.server"
import type { TakenDiscount } from "~/models/money/discount/discount"
import { listEveryDiscountRule } from "~/models/money/discount/discount-rules.server"
import { findDiscounts } from "~/models/money/discount/find-discounts.server"
import type { PackageBeyond } from "~/models/money/package/package"
import { findPackageRooms, type PackageRooms } from "~/models/money/package/package-cover.server"
import { findPackageBeyond } from "~/models/money/package/package-offers.server"
import { listSeatTerms, type SeatWithTerms } from "~/models/teaching/credit/seat-terms.server"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { findTrialPrice } from "~/models/teaching/price/trial-price.server"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
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
  const keepsDiscounts = listEveryDiscountRule(actor).some(({ rule }) => rule.kind === "family")
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
