import { z } from "zod"
import { rebookingChoice } from "~/models/attendance/rebooking/rebooking-form"
import { block, dayIfAny } from "~/utils/form-text"

/** The reason for an absence, in the family's words. */
export const FamilyNoticeForm = z.object({
  /** The last day away; without one only this lesson. */
  until: dayIfAny,
  /** The make-up lesson that is booked along. */
  offer: rebookingChoice,
  reason: block(300, "Keep the reason under 300 characters.").optional(),
})
export type FamilyNoticeForm = z.output<typeof FamilyNoticeForm>

/** Which time is confirmed: the one that the page showed. */
export const ConfirmMoveForm = z.object({
  startsAt: z.coerce.number({ error: "Reload the page and try again." }).int().optional(),
})
