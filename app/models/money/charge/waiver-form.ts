import { z } from "zod"

const needed = "Say why, so that others understand it later."

/** Why a lesson is not charged. */
export const WaiverForm = z.object({
  reason: z.string({ error: needed }).trim().min(3, needed).max(200, "A reason has at most 200 characters."),
})
export type WaiverForm = z.output<typeof WaiverForm>
