import { leavingReasons } from "db/schema/choices"
import { z } from "zod"

export { leavingReasons }
export type LeavingReason = (typeof leavingReasons)[number]

/** Why schools leave, as the page asks it. */
export const leavingLabels: Record<LeavingReason, string> = {
  price: "It costs too much",
  features: "Something we need is missing",
  "too-hard": "It’s too hard to use",
  "other-product": "We’re moving to another product",
  closing: "The school is closing",
  season: "We’re taking a break",
  other: "Something else",
}

/** What the page asks before a subscription is canceled; both are optional. */
export const CancellationForm = z.object({
  intent: z.literal("end"),
  reason: z.enum(leavingReasons, { error: "Choose one of the reasons." }).optional(),
  text: z.string().trim().max(1000, "Keep this under 1,000 characters.").optional(),
})
export type CancellationForm = z.output<typeof CancellationForm>
