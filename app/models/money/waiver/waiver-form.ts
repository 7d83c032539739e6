import { z } from "zod"
import { reasonOf } from "~/utils/form-text"

/** Why a lesson is not charged. */
export const WaiverForm = z.object({
  reason: reasonOf(200),
})
export type WaiverForm = z.output<typeof WaiverForm>
