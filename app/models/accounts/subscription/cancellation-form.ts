import { leavingReasons } from "db/schema/choices"
import { z } from "zod"

/** What the page asks before a subscription is canceled; both are optional. */
export const CancellationForm = z.object({
  intent: z.literal("end"),
  reason: z.enum(leavingReasons, { error: "Choose one of the reasons." }).optional(),
  text: z.string().trim().max(1000, "Keep this under 1,000 characters.").optional(),
})
export type CancellationForm = z.output<typeof CancellationForm>
