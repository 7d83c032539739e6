import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { asc, eq } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import {
  type HandOverRole,
  handOverRoles,
  mayStaff,
  readStaffRoles,
  seesMatter,
  staffRoleLabels,
} from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import { anyoneWith, type MatterKind, type StaffMember } from "./desk"
import { changeMatter, recordMatterAct, subjectOf } from "./matter.server"
import { addNote } from "./matter-care.server"

// Whose a matter is. Support gives it to one of its own, or hands it to another role: then that role sees it beside
// Support, until it is given back.

/** Everyone a matter can be given to: Support first, then those it is handed to. */
export function listStaff(_staff: SuperActor): StaffMember[] {
  return listAccounts().flatMap(({ userId, name, roles }): StaffMember[] => {
    if (mayStaff(roles, "desk:answer")) return [{ userId, name, role: null }]
    const role = handOverRoles.find((each) => roles.includes(each))
    return role ? [{ userId, name, role }] : []
  })
}

const listAccounts = () =>
  select({ userId: users.id, name: users.name, email: users.email, roles: users.staffRoles })
    .from(users)
    .where(eq(users.isSuperAdmin, true))
    .orderBy(asc(users.name), asc(users.id))
    .all()
    .map(({ roles, ...account }) => ({ ...account, roles: readStaffRoles(roles) }))

type Assignment = {
  /** A person, everyone with a role, or no one: "". */
  to: string
  note?: string
}

/** What became of it: whose it is now in words, and whether who gave it away still sees it. */
type Assigned = { name: string | null; isStillSeen: boolean }

/**
 * Gives a matter to one of the staff, to a role, or to no one. Whoever it is handed to is told by mail, with the note,
 * which stays beside the matter too. Refused for anyone else.
 */
export function assignMatter(
  staff: SuperActor,
  kind: MatterKind,
  id: string,
  { to, note = "" }: Assignment,
): Result<Assigned, "missing" | "not-staff"> {
  const target = targetOf(staff, to)
  if (!target) return { ok: false, reason: "not-staff" }
  const { userId, role, name } = target
  return transact(() => {
    const subject = subjectOf(kind, id)
    if (!subject) return { ok: false, reason: "missing" }
    changeMatter(kind, id, { assignedTo: userId, handedTo: role })
    const whose = role ? [staffRoleLabels[role], name].filter(Boolean).join(", ") : (name ?? "Unassigned")
    recordMatterAct(staff, role ? "hand-over" : "assign", kind, id, [whose, note].filter(Boolean).join(": "))
    if (note) addNote(staff, kind, id, note)
    if (role) tell(staff, { role, userId }, { about: subject.about, note, path: pathOf(kind, id) })
    return {
      ok: true,
      name: name ?? (role ? staffRoleLabels[role] : null),
      isStillSeen: seesMatter(staff.roles, role),
    }
  })
}

type Target = { userId: string | null; role: HandOverRole | null; name: string | null }

function targetOf(staff: SuperActor, to: string): Target | undefined {
  if (to === "") return { userId: null, role: null, name: null }
  const role = handOverRoles.find((each) => anyoneWith(each) === to)
  return role ? { userId: null, role, name: null } : listStaff(staff).find(({ userId }) => userId === to)
}

const pathOf = (kind: MatterKind, id: string) =>
  kind === "chat" ? paths.deskChat(id) : paths.deskInquiry(kind, id)

/** Mails the person, or everyone with the role; not who gave it. */
function tell(
  staff: SuperActor,
  { role, userId }: { role: HandOverRole; userId: string | null },
  { about, note, path }: { about: string; note: string; path: string },
) {
  for (const { email, ...account } of listAccounts()) {
    const isMeant = userId ? account.userId === userId : account.roles.includes(role)
    if (email && isMeant && account.userId !== staff.userId)
      queueMail({
        schoolId: null,
        recipient: email,
        template: "matter-handed",
        data: { name: account.name, from: staff.name, about, note, path },
      })
  }
}
