import { z } from "zod"
import { neededLine } from "~/utils/form-text"
import { consentDays } from "./support-consent"

/** A school lets our staff read its records: for how long, and why. */
export const ConsentForm = z.object({
  intent: z.literal("allow"),
  days: z.enum(consentDays, { error: "Choose for how many days." }).transform(Number),
  reason: neededLine("Enter a reason.", 300, "Keep the reason under 300 characters."),
})
export type ConsentForm = z.output<typeof ConsentForm>
