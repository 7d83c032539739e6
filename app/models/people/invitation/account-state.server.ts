import { users } from "db/schema/accounts"
import { members, students } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { knownUsername } from "~/models/accounts/user/login-name"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import {
  linkState,
  listNewestLinks,
  type OneTimeLink,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { localDate } from "~/utils/zones"
import { listGuardians } from "../family/family.server"
import type { InvitationPurpose } from "./invited.server"
import type { PersonSignIn, SignInState } from "./student-sign-ins"

type Person = { id: string; memberId: string | null }
type Account = { memberId: string | null; username: string | null; state: SignInState }

/** How the login of a person of the school stands: none, invited, printed, active or locked. */
export const accountOf = (actor: Actor, purpose: InvitationPurpose, person: Person): Account =>
  accountsOf(actor, purpose, [person]).get(person.id) ?? without

/** The same for many people, by the person's id, in two queries however many they are. */
export function accountsOf(
  actor: Actor,
  purpose: InvitationPurpose,
  people: readonly Person[],
): Map<string, Account> {
  const links = listNewestLinks(
    purpose,
    people.flatMap(({ id, memberId }) => (memberId ? [] : [id])),
  )
  const accounts = new Map(
    listAccounts(
      actor,
      people.flatMap(({ memberId }) => memberId ?? []),
    ).map((account) => [account.memberId, account]),
  )
  return new Map(
    people.map(({ id, memberId }): [string, Account] => {
      if (!memberId) return [id, invitationOf(links.get(id), actor.school.timeZone)]
      const account = accounts.get(memberId)
      const kind = account?.deactivatedAt ? "locked" : account?.mustChangePassword ? "printed" : "active"
      const username = account?.email ? null : knownUsername(account?.username ?? null)
      return [id, { memberId, username, state: { kind } }]
    }),
  )
}

const without: Account = { memberId: null, username: null, state: { kind: "none" } }

function invitationOf(link: OneTimeLink | undefined, zone: string): Account {
  const state = link && linkState(link)
  if (!link || (state !== "open" && state !== "expired")) return without
  return {
    ...without,
    state: {
      kind: state === "open" ? "invited" : "expired",
      sentOn: localDate(link.createdAt, zone),
      endsOn: localDate(link.expiresAt, zone),
    },
  }
}

function listAccounts(actor: Actor, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  return select({
    memberId: members.id,
    deactivatedAt: members.deactivatedAt,
    username: users.username,
    email: users.email,
    mustChangePassword: users.mustChangePassword,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), among(members.id, memberIds)))
    .all()
}

type Read = Pick<
  typeof students.$inferSelect,
  "id" | "familyId" | "firstName" | "lastName" | "email" | "birthDate" | "memberId"
>
const readStudent = (actor: Actor, studentId: string): Read | undefined => find(actor, students, studentId)

/**
 * Who may have a sign-in for a student, and how it stands: each guardian, then the student. Undefined: no such student.
 * `read` is for a page that has read the student already.
 */
export function findStudentSignIns(actor: Actor, studentId: string, read = readStudent) {
  const student = read(actor, studentId)
  if (!student) return undefined
  const age = student.birthDate ? ageOn(student.birthDate, todayOf(actor)) : null
  const living = listGuardians(actor, [student.familyId]).filter(({ erasedAt }) => erasedAt === null)
  const adults = living.map(
    (guardian): PersonSignIn => ({
      id: guardian.id,
      kind: "guardian",
      name: guardian.name,
      relation: guardian.relation,
      email: guardian.email,
      ...accountOf(actor, "guardian-invitation", guardian),
    }),
  )
  const self: PersonSignIn = {
    id: student.id,
    kind: age !== null && age < 18 ? "child" : "student",
    name: fullName(student),
    relation: null,
    email: student.email,
    ...accountOf(actor, "student-invitation", student),
  }
  return {
    student: {
      id: student.id,
      familyId: student.familyId,
      name: fullName(student),
      firstName: student.firstName,
    },
    people: [...adults, self],
  }
}
