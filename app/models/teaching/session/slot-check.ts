/** Whether a lesson can move to a slot, asked while it is carried there. Safe in the browser. */
export type SlotCheck = {
  /** The slot as it was asked for, to tell a late answer from the present one. */
  asked: string
  /** Empty where the slot is free. */
  refusal: string
  /** Up to three times that are free instead. */
  free: { date: string; startTime: string; text: string }[]
}
