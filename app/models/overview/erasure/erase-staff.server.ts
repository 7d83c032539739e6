import { transact } from "db/client.server"
import { bookClosings } from "db/schema/money-books"
import { enteredWork, paySlips } from "db/schema/money-pay"
import { members, staffInvitations, teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, gte, inArray, type SQL } from "drizzle-orm"
import { withdrawExports } from "~/models/accounts/school/export-school.server"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/declared-tables.server"
import { type Changes, change, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { listCoTaught } from "~/models/teaching/class/co-teaching.server"
import { listLedOccasions } from "~/models/teaching/occasion/hand-over-occasions.server"
import { now, todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import { type ErasureEffect, type ErasureObstacle, erasedNames, type StaffNoun } from "./erasure"
import { activity, besideWords, books, emailsSent, files, written } from "./erasure-texts"
import { findStaff, recognize, type StaffPerson } from "./find-staff.server"
import { forgetInActivity } from "./forget-in-activity.server"
import { endMember, sharesLogin } from "./forget-member.server"
import { forgetInSelections, forgetInTasks, listRecordsOf } from "./forget-tasks.server"

// What erasing a teacher or a member of the team would do, before anyone decides.

/** Undefined when the school has no such person, or they are erased already. */
export function previewStaff(actor: Actor, noun: StaffNoun, id: string): ErasureEffect | undefined {
  const person = findStaff(actor, noun, id)
  if (!person) return undefined
  const effect = noun === "teacher" ? previewTeacher(actor, person) : previewMember(actor, person)
  if (!isSchoolHeld(actor)) return effect
  return { ...effect, obstacles: [{ text: heldFromDeletion, path: paths.support(), label: "Support" }] }
}

function previewTeacher(actor: Actor, person: StaffPerson): ErasureEffect {
  const login = loginOf(actor, person)
  return {
    name: person.name,
    goes: [
      "Name, email, instruments, introduction, and answers to your own fields",
      "Teaching hours, and what was written about time off and extra work",
      ...login.goes,
      emailsSent,
      besideWords,
    ],
    stays: [
      ...login.stays,
      {
        what: "Lessons and attendance, as Former teacher",
        why: "Students’ records and your figures are made from them.",
      },
      {
        what: "Payslips, pay rates and extra work, as Former teacher",
        why: books,
      },
      {
        what: "Their messages and lesson notes, and files in your library, without the name",
        why: "Students and families still need them.",
      },
      written,
      activity,
      files,
    ],
    obstacles: teacherObstacles(actor, person),
  }
}

function previewMember(actor: Actor, person: StaffPerson): ErasureEffect {
  const login = loginOf(actor, person)
  return {
    name: person.name,
    goes: [
      "Name, email and rights, and list views and filters that only they saw",
      ...login.goes,
      emailsSent,
      besideWords,
    ],
    stays: [
      ...login.stays,
      { what: "What they entered, as Former member", why: "Your records and books are made from it." },
      { what: "Their messages, without the name", why: "Families and your team still need them." },
      written,
      activity,
      files,
    ],
    obstacles: [],
  }
}

/** What becomes of the login. Whether another school uses it, too, is none of this one's business. */
function loginOf(actor: Actor, { noun, id, memberId }: StaffPerson): Pick<ErasureEffect, "goes" | "stays"> {
  if (!memberId) return { goes: [], stays: [] }
  if (sharesLogin(actor, { noun, id, memberId })) {
    const what = "The login, with its name, email and messages"
    return { goes: [], stays: [{ what, why: "A family in your school uses it, too." }] }
  }
  return {
    goes: [
      "The login at your school, at once, with its photo, devices and calendar link",
      "Files sent with messages",
    ],
    stays: [
      {
        what: "The account at other schools, if there is one",
        why: "It belongs to the person, not to your school.",
      },
    ],
  }
}

function teacherObstacles(actor: Actor, { id, deactivatedAt, runsSchool }: StaffPerson): ErasureObstacle[] {
  if (deactivatedAt === null)
    return [
      {
        text: "This teacher is active. Deactivate the teacher first; their classes go to someone else there.",
        path: paths.deactivateTeacher(id),
        label: "Deactivate",
      },
    ]
  return [
    ...(runsSchool
      ? [
          {
            text: "This is your school’s administrator. Transfer the administrator account first.",
            path: paths.administration(),
            label: "Administration",
          },
        ]
      : []),
    ...lessonObstacles(actor, id),
    ...payObstacles(actor, id),
  ]
}

function lessonObstacles(actor: Actor, teacherId: string): ErasureObstacle[] {
  const day = todayOf(actor)
  const lesson = ownRows(actor, sessions, ["id"])
    .where(
      and(
        eq(sessions.teacherId, teacherId),
        eq(sessions.state, "planned"),
        gte(sessions.localDate, day),
        gt(sessions.startsAt, now()),
      ),
    )
    .orderBy(asc(sessions.localDate))
    .limit(1)
    .get()
  const [lane] = listCoTaught(actor, teacherId)
  const [event] = listLedOccasions(actor, teacherId)
  const text = "This teacher still has lessons to give. Choose another teacher for them first."
  return [
    ...(lesson ? [{ text, path: paths.editSession(lesson.id), label: "Next lesson" }] : []),
    ...(lane && !lesson ? [{ text, path: paths.coTeachers(lane.classId), label: "Class" }] : []),
    ...(event
      ? [
          {
            text: "This teacher is in charge of an event. Choose someone else first.",
            path: paths.occasion(event.id),
            label: event.title,
          },
        ]
      : []),
  ]
}

function payObstacles(actor: Actor, teacherId: string): ErasureObstacle[] {
  const open = ownRows(actor, paySlips, { from: paySlips.periodFrom })
    .where(and(eq(paySlips.teacherId, teacherId), eq(paySlips.state, "approved")))
    .orderBy(asc(paySlips.periodFrom))
    .all()
  const asked = ownRows(actor, enteredWork, ["id"])
    .where(and(eq(enteredWork.teacherId, teacherId), eq(enteredWork.state, "asked")))
    .all()
  return [
    ...(open[0]
      ? [
          {
            text: `${countOf(open.length, "payslip")} of this teacher ${open.length === 1 ? "is" : "are"} approved, but not locked. Lock the pay first, or reopen it.`,
            path: paths.teacherPay(teacherId, { period: open[0].from }),
            label: "Teacher pay",
          },
        ]
      : []),
    ...(asked.length > 0
      ? [
          {
            text: `${countOf(asked.length, "entry of extra work waits", "entries of extra work wait")} for your answer.`,
            path: paths.extraWork(),
            label: "Extra work",
          },
        ]
      : []),
  ]
}

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
    recordEvent(actor, `${noun}.erase`, id)
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
