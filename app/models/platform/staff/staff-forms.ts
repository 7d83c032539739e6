import { z } from "zod"
import { type StaffRole, staffRoles } from "~/models/foundation/access/staff-permissions"
import { emailAddress, neededLine } from "~/utils/form-text"

const roles = z
  .array(z.enum(staffRoles))
  .max(staffRoles.length, "Choose each role once.")
  .default([])
  .refine((chosen) => chosen.length > 0, "Choose at least one role.")

/** Someone to invite onto the platform's staff. */
export const InviteForm = z.object({
  name: neededLine("Enter a name.", 120, "Keep the name under 120 characters."),
  email: emailAddress,
  roles,
})
export type InviteForm = z.output<typeof InviteForm>

export const RolesForm = z.object({ roles })
export type RolesForm = { roles: StaffRole[] }

/** What ends someone's access: with the reason, for the staff's own log. */
export const EndingForm = z.object({
  intent: z.enum(["reset", "remove"]),
  reason: neededLine("Enter a reason.", 500, "Keep the reason under 500 characters."),
})
export type EndingForm = z.output<typeof EndingForm>
