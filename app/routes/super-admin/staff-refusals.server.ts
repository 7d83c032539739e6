import type { StaffRefusal } from "~/models/platform/staff/staff-members.server"

/** Why an act on a staff account isn't done. */
export const staffRefusals: Record<StaffRefusal, string> = {
  yourself: "You can’t change your own account here. Ask another person on the staff.",
  missing: "This person is no longer on the staff.",
  "belongs-to-a-school": "This address belongs to a school. Use another address for staff.",
  "already-staff": "This address is already on the staff. Open their page to send a new link.",
  "has-none": "Two-factor login is already off.",
}
