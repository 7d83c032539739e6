import { z } from "zod"
import { missingRights, rights } from "~/models/foundation/access/rights"
import { fullAddress } from "~/utils/email-address"

/** The person to invite as an administrator. */
export const StaffForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(2, "Enter at least 2 characters for the name.")
    .max(120, "Keep the name under 120 characters."),
  email: z
    .string({ error: "Enter an email address." })
    .trim()
    .toLowerCase()
    .max(254, "Enter a complete email address, for example iris@harmony.example.")
    .pipe(fullAddress("Enter a complete email address, for example iris@harmony.example.")),
})
export type StaffForm = z.output<typeof StaffForm>

const giverStays = z
  .literal("on", { error: "Tick this or leave it." })
  .optional()
  .transform((ticked) => ticked === "on")

/** Someone new to run the school; whoever transfers the administrator account leaves, or stays in the office. */
export const AdministratorForm = StaffForm.extend({ giverStays })

/** The same for someone who has a login at the school. */
export const SuccessorForm = z.object({
  memberId: z.string().max(40, "Choose a person from the list."),
  giverStays,
})

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
