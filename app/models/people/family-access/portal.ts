// The family pages: what a guardian, an adult student or a child may see. Safe in the browser.
import { joinNames } from "~/utils/names"

export type PortalStudent = {
  id: string
  firstName: string
  name: string
  familyId: string
  as: "self" | "child" | "guardian"
}

/** A family whose money the person may see, and which guardian of it they are; null: the adult student themself. */
export type PortalAccount = { familyId: string; guardianId: string | null }

export type Portal = {
  students: readonly PortalStudent[]
  accounts: readonly PortalAccount[]
  seesMoney: boolean
}

/** Who someone is to a school: "guardian of Otis and Milo", "student". */
export function portalLabels(students: readonly PortalStudent[]): string {
  const wards = students.filter(({ as }) => as === "guardian").map(({ firstName }) => firstName)
  return wards.length > 0 ? `guardian of ${joinNames(wards)}` : "student"
}
