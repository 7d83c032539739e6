import { z } from "zod"
import { shortReason } from "~/utils/short-reason"

const needed = "Enter a reason."

/** Why a lesson is not charged. */
export const WaiverForm = z.object({
  reason: z
    .string({ error: needed })
    .trim()
    .min(3, shortReason(needed))
    .max(200, "Keep the reason under 200 characters."),
})
export type WaiverForm = z.output<typeof WaiverForm>
