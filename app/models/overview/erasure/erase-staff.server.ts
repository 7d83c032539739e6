import { transact } from "db/client.server"
import { bookClosings } from "db/schema/money-books"
import { paySlips } from "db/schema/money-pay"
import { members, staffInvitations, teachers } from "db/schema/people"
import { eq, inArray, type SQL } from "drizzle-orm"
import { withdrawExports } from "~/models/accounts/school/school-export.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/declared-tables.server"
import { type Changes, change, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { erasedNames, type StaffNoun } from "./erasure"
import { findStaff, recognize, type StaffPerson } from "./find-staff.server"
import { forgetInActivity } from "./forget-in-activity.server"
import { endMember, sharesLogin } from "./forget-member.server"
import { forgetInSelections, forgetInTasks, listRecordsOf } from "./forget-tasks.server"
import { previewStaff } from "./preview-staff.server"

// Erasing someone of the team: the login ends and the record loses its name at once, everything that names them beside it in
// steps afterward. Lessons, attendance, pay and messages stay, as those of someone who left.

/** Erases a teacher or a member of the team. Refused while something has to be done first; see previewStaff. */
export function eraseStaff(actor: Actor, noun: StaffNoun, id: string): Result<void, "not-found" | "not-yet"> {
  return transact(() => {
    const preview = previewStaff(actor, noun, id)
    const person = findStaff(actor, noun, id)
    if (!preview || !person) return { ok: false, reason: "not-found" }
    if (preview.obstacles.length > 0) return { ok: false, reason: "not-yet" }
    const { names, addresses, invitationIds } = recognize(actor, person)
    const ids = listRecordsOf(actor, noun, id)
    const erasedName = erasedNames[noun]
    const endedId = endLogin(actor, person, erasedName)
    if (noun === "teacher") eraseTeacher(actor, id)
    for (const each of [...ids, ...invitationIds])
      eraseDeclared(actor, "person", { id: each, name: erasedName })
    forgetInvitations(actor, invitationIds)
    forgetInTasks(actor, noun, id, endedId)
    for (const each of ids) forgetDeleted(actor, each)
    forgetInSelections(actor, id)
    const words = names[0]?.trim().split(/\s+/) ?? []
    const known = {
      ids,
      memberId: endedId,
      firstName: words.slice(0, -1).join(" ") || null,
      lastName: words.length > 1 ? (words.at(-1) ?? null) : null,
      classIds: [],
      renamed: [],
    }
    const staff = { teacherId: person.teacherId }
    const unique = forgetInActivity(actor, { names, addresses, erasedName }, { known, staff })
    forgetOnSlips(actor, person, endedId, unique)
    withdrawExports(actor)
    recordEvent(actor, { noun, verb: "erase", nounId: id })
    return { ok: true }
  })
}

/** The login's member, if it ended. One that a family has, too, is theirs alone from now on. */
function endLogin(actor: Actor, { noun, id, memberId }: StaffPerson, name: string): string | null {
  if (!memberId) return null
  if (!sharesLogin(actor, { noun, id, memberId })) {
    endMember(actor, memberId, name)
    return memberId
  }
  change(actor, members, memberId, { role: "student", rights: "", deactivatedAt: null })
  return null
}

function eraseTeacher(actor: Actor, teacherId: string) {
  eraseDeclared(actor, "teacher", { id: teacherId, name: erasedNames.teacher })
  change(actor, teachers, teacherId, {
    name: erasedNames.teacher,
    email: null,
    phone: null,
    instruments: null,
    about: null,
    memberId: null,
    erasedAt: now(),
  })
}

function forgetInvitations(actor: Actor, invitationIds: string[]) {
  remove(actor, staffInvitations, inArray(staffInvitations.id, invitationIds))
}

/** Their own payslips, those they approved or locked, and the books they closed. Call it once the erasure is noted. */
function forgetOnSlips(
  actor: Actor,
  { noun, teacherId }: StaffPerson,
  memberId: string | null,
  names: string[],
) {
  const name = erasedNames[noun]
  const slips = (which: SQL, to: Changes<typeof paySlips>) => change(actor, paySlips, which, to)
  if (teacherId) slips(eq(paySlips.teacherId, teacherId), { teacherName: name })
  if (!memberId) return
  slips(eq(paySlips.approvedBy, memberId), { approvedName: name })
  slips(inArray(paySlips.lockedName, names), { lockedName: name })
  change(actor, bookClosings, eq(bookClosings.memberId, memberId), { memberName: name })
}
