/** The invoice that a charge is on, or the charge that took its place: of the same lesson, or of the same package. */
export type StandingCharge = {
  invoice: { id: string; number: string } | null
  next: { chargeId: string; amountMinor: number } | null
}
