import { z } from "zod"
import { block } from "~/utils/form-text"

/** Why someone cannot come, in the family's words. */
export const FamilyNoticeForm = z.object({
  reason: block(300, "A reason has at most 300 characters.").optional(),
})
export type FamilyNoticeForm = z.output<typeof FamilyNoticeForm>
