import { actorOf } from "~/http/guards.server"
import { changePhone } from "~/models/accounts/profile/profile.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { findUser } from "~/models/accounts/user/user.server"
import { changeOwnPhone, findOwnTeacher } from "~/models/people/teacher/own-teacher.server"

// The number at which their office reaches someone of the staff. A teacher's is in the school's record of them, where the
// office enters it, too; anyone else's is with their account.

/** Families have their number in the school's records; someone who teaches alone has no colleagues. */
const isOfStaff = ({ membership }: SignIn): boolean =>
  membership !== null && ["admin", "office", "teacher"].includes(membership.role)

/** Null for who has no such number. */
export function findOwnPhone(viewer: SignIn): { number: string | null } | null {
  if (!isOfStaff(viewer)) return null
  const teacher = findOwnTeacher(actorOf(viewer))
  return { number: teacher ? teacher.phone : (findUser(viewer.user.id)?.phone ?? null) }
}

/** Whether it was theirs to save. */
export function saveOwnPhone(viewer: SignIn, phone: string | null): boolean {
  if (!isOfStaff(viewer)) return false
  const actor = actorOf(viewer)
  const teacher = findOwnTeacher(actor)
  if (teacher) changeOwnPhone(actor, teacher, phone)
  else changePhone(viewer.user.id, phone)
  return true
}
