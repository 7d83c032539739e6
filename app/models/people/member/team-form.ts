import { z } from "zod"
import { missingRights, rights } from "~/models/foundation/access/rights"
import { StaffForm } from "./staff-form"

const chosen = z
  .array(z.enum(rights, { error: "Choose rights from the list." }))
  .max(rights.length, "Choose each right once.")
  .default([])
  .superRefine((each, context) => {
    const message = missingRights(each)
    if (message) context.addIssue({ code: "custom", message })
  })

/** Someone to invite to the office, with their rights. */
export const TeamForm = StaffForm.extend({
  rights: chosen.refine((each) => each.length > 0, "Choose at least one right."),
})
export type TeamForm = z.output<typeof TeamForm>

/** What a member may do from now on; a teacher may have no rights beside their lessons. */
export const RightsForm = z.object({ rights: chosen })
