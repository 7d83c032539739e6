// The waiting list of a full class. The first student in line is offered the next free spot for some days; a declined
// or expired offer goes to the next. Safe in the browser.

/** Days an offer is valid unless the office says otherwise, and the most it may. */
export const [usualOfferDays, mostOfferDays] = [3, 21] as const

/** An offered spot that can't be accepted as it was sent: whose, which field, why, and what was typed. */
export type AskedInRow = {
  waitingId: string
  field: "prerequisiteReason" | "startsOn"
  message: string
  typed: string
  startsOn: string
}

/** What the form about it shows again. */
export const askedInRow = (form: FormData, field: AskedInRow["field"], message: string): AskedInRow => ({
  waitingId: String(form.get("waitingId") ?? ""),
  typed: String(form.get("prerequisiteReason") ?? "").slice(0, 500),
  startsOn: String(form.get("startsOn") ?? "").slice(0, 20),
  field,
  message,
})
