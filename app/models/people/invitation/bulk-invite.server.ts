import { users } from "db/schema/accounts"
import { families, members, students } from "db/schema/people"
import { and, eq, inArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { everybody, staffRoles } from "~/models/foundation/access/roles"
import { linkState, listNewestLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import { inviteRefusals } from "~/texts/people/refusals"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName, joinNames } from "~/utils/names"
import { listGuardians } from "../family/family.server"
import { inNameOrder } from "../name-order/name-order.server"
import { accountsOf } from "./account-state.server"
import {
  invitationsLeft,
  inviteAdultStudent,
  inviteGuardian,
  inviteTeacher,
  listInvitedJustNow,
  revokeInvitation,
} from "./invite.server"
import { findInvited } from "./invited.server"
import { listPortalPeople } from "./portal-people.server"

// Inviting the families of many students: each guardian once, however many of their children are selected, and grown-up
// students themselves. Teachers are invited in the same way (teacher/bulk-invite.server.ts).

const purposes = ["guardian-invitation", "student-invitation", "teacher-invitation"] as const
type Purpose = (typeof purposes)[number]

export type Person = {
  purpose: Purpose
  id: string
  memberId: string | null
  name: string
  email: string | null
  /** What it is for: whose lessons they'll see. */
  sees: string
}

const Nothing = z.object({})
const Sent = z.object({ linkId: z.string().optional() })

const inviting = {
  "guardian-invitation": inviteGuardian,
  "student-invitation": inviteAdultStudent,
  "teacher-invitation": inviteTeacher,
}

/** Invites the guardians of these students, and students who are grown up. */
export const inviteFamilies: BulkAct<object> = {
  permission: "invitation:send",
  choice: Nothing,
  kind: "invite-people",
  plan: (actor, studentIds) => {
    const { people, alone } = listPeople(actor, studentIds)
    return [...planInvitations(actor, people), ...alone]
  },
  work: {
    about: Nothing,
    atMost: 5,
    carryOut: (actor, _about, { subjectId }) => {
      const { purpose, id } = readKey(subjectId)
      const invited = inviting[purpose](actor, id)
      if (!invited.ok) return { ok: false, reason: inviteRefusals[invited.reason] }
      return {
        ok: true,
        note: `Invitation sent to ${invited.email}`,
        before: { email: invited.email, linkId: invited.linkId },
      }
    },
    undo: (actor, _about, { subjectId, before }) => {
      const { purpose, id } = readKey(subjectId)
      const invited = findInvited(actor.school.id, purpose, id)
      if (!invited) return { ok: false, reason: inviteRefusals["not-found"] }
      if (invited.memberId) return { ok: false, reason: "Has accepted the invitation." }
      const link = listNewestLinks(purpose, [id]).get(id)
      if (!link || linkState(link) !== "open")
        return { ok: false, reason: "The invitation is no longer open." }
      const { linkId } = Sent.parse(before)
      if (linkId !== undefined && link.id !== linkId) return { ok: false, reason: "Has been invited again." }
      revokeInvitation(actor, purpose, id)
      return { ok: true, note: "Invitation canceled" }
    },
  },
}

/** Invites people by themselves: for a first time, or again when they haven't accepted. */
export const invitePeople: BulkAct<object> = {
  ...inviteFamilies,
  plan: (actor, keys) => {
    const chosen = new Set(keys)
    return planInvitations(
      actor,
      listPortalPeople(actor)
        .filter(({ key }) => chosen.has(key))
        .map(({ key, name, familyName, email, sees, state }) => ({
          ...readKey(key),
          memberId: state === "access" || state === "locked" ? "known" : null,
          name: `${name}, ${familyName}`,
          email,
          sees,
        })),
    )
  },
}

const keyOf = ({ purpose, id }: Pick<Person, "purpose" | "id">) => `${purpose}:${id}`

function readKey(key: string): Pick<Person, "purpose" | "id"> {
  const [purpose, id = ""] = key.split(":")
  return { purpose: purposes.find((each) => each === purpose) ?? "guardian-invitation", id }
}

/** Who would be invited for these students, and the students for whom there is no one. */
function listPeople(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  const chosen = listStudents(actor, studentIds)
  const familyIds = [...new Set(chosen.map(({ familyId }) => familyId))]
  const adults = groupBy(listGuardians(actor, familyIds), ({ familyId }) => familyId)
  const people: Person[] = []
  const alone: PlannedItem[] = []
  const familiesDone = new Set<string>()
  const children = groupBy(chosen, ({ familyId }) => familyId)
  for (const student of chosen) {
    const guardians = adults.get(student.familyId) ?? []
    const age = student.birthDate ? ageOn(student.birthDate, day) : null
    const isGrownUp = age === null ? guardians.length === 0 : age >= 18
    if (isGrownUp && (student.email || guardians.length === 0))
      people.push({
        purpose: "student-invitation",
        id: student.id,
        memberId: student.memberId,
        name: fullName(student),
        email: student.email,
        sees: "their own lessons",
      })
    else if (guardians.length === 0)
      alone.push({
        id: `none:${student.id}`,
        name: fullName(student),
        text: "No guardian. Add one with an email first.",
        can: false,
      })
    if (familiesDone.has(student.familyId)) continue
    familiesDone.add(student.familyId)
    const names = joinNames((children.get(student.familyId) ?? []).map(({ firstName }) => firstName))
    for (const { id, memberId, name, email } of guardians)
      people.push({
        purpose: "guardian-invitation",
        id,
        memberId,
        name: `${name}, ${student.familyName}`,
        email,
        sees: names,
      })
  }
  return { people, alone }
}

/** What would happen to each of them, and why nothing would. */
export function planInvitations(actor: Actor, people: readonly Person[]): PlannedItem[] {
  const accounts = new Map(
    purposes.flatMap((purpose) =>
      [
        ...accountsOf(
          actor,
          purpose,
          people.filter((person) => person.purpose === purpose && person.memberId !== "known"),
        ),
      ].map(([id, { state }]) => [keyOf({ purpose, id }), state] as const),
    ),
  )
  const isForTeachers = people.some(({ purpose }) => purpose === "teacher-invitation")
  const has = isForTeachers ? "Can already log in." : "Already has portal access."
  const taken = listMemberEmails(actor, isForTeachers ? everybody : staffRoles)
  const mailed = listInvitedJustNow(actor)
  const returned = new Set(listBounced(people))
  let left = invitationsLeft(actor)
  return people.map((person): PlannedItem => {
    const key = keyOf(person)
    const exception = (text: string) => ({ id: key, name: person.name, text, can: false })
    const email = person.email?.trim().toLowerCase()
    const state = accounts.get(key)
    if (person.memberId) return exception(state?.kind === "locked" ? "Login is locked." : has)
    if (!email) return exception("No email.")
    if (returned.has(person)) return exception("Emails to this address come back.")
    if (taken.has(email)) return exception("This email has another role at your school.")
    if (mailed.has(email)) return exception("Invited less than 5 minutes ago.")
    if (left < 1) return exception("Over the limit of 300 invitations in 24 hours.")
    left -= 1
    mailed.add(email)
    const isOwn = person.purpose === "student-invitation"
    const again =
      state?.kind === "invited"
        ? `. Replaces the invitation of ${formatDate(state.sentOn, "short")}`
        : state?.kind === "expired"
          ? `. The invitation of ${formatDate(state.sentOn, "short")} has expired`
          : ""
    return {
      id: key,
      name: person.name,
      text: `Invitation to ${email} for ${isOwn ? "their own lessons" : person.sees}${again}`,
      can: true,
    }
  })
}

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return select({
    ...columns(students, "id", "firstName", "lastName", "birthDate", "email", "memberId", "familyId"),
    familyName: families.name,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(and(own(actor, students), among(students.id, studentIds)))
    .orderBy(...inNameOrder)
    .all()
}

/** The addresses that have a role here already, which leaves no other. */
function listMemberEmails(actor: Actor, roles: readonly Role[]): Set<string> {
  return new Set(
    select({ email: users.email })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(own(actor, members), inArray(members.role, [...roles])))
      .all()
      .flatMap(({ email }) => email ?? []),
  )
}
