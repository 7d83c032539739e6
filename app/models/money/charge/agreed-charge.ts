import type { SeatCharge } from "./seat-charges.server"

/** The charge of a lesson whose amount the office set by hand, as long as it stands and nothing answers it. */
export const agreedOf = (existing: readonly SeatCharge[]): SeatCharge | undefined =>
  existing.find(
    ({ source, isWithdrawn, usualMinor, chargeId }) =>
      source === "seat" &&
      !isWithdrawn &&
      usualMinor !== null &&
      !existing.some((other) => !other.isWithdrawn && other.correctsChargeId === chargeId),
  )
