import { users } from "db/schema/accounts"
import { guardians, members, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findKnownPayer } from "~/models/money/payer/outside-payers.server"
import { fullName } from "~/utils/names"
import { type ErasedNoun, erasedNames } from "./erasure"
import { addressesIn, listFamilyAddresses } from "./family-addresses.server"
import type { ErasedPerson } from "./forget-mail.server"
import { listFormerNames } from "./former-names.server"

/** By what a person is recognized in emails, read before any of it is gone; undefined when the school has no such person. */
export const gatherPerson = (actor: Actor, noun: ErasedNoun, id: string): ErasedPerson | undefined =>
  ({ student: gatherStudent, guardian: gatherGuardian, payer: gatherPayer })[noun](actor, id)

function gatherStudent(actor: Actor, id: string): ErasedPerson | undefined {
  const found = select({ student: students, login: users.email, loginName: users.name })
    .from(students)
    .leftJoin(members, joined(members, students.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(own(actor, students, id))
    .get()
  if (!found) return undefined
  const { student, login, loginName } = found
  return {
    names: namesIn([fullName(student), loginName, ...listFormerNames(actor, "student", id)]),
    firstName: student.firstName,
    erasedName: erasedNames.student,
    addresses: addressesIn([student.email, login]),
    phone: student.phone,
    ...familyOf(actor, student.familyId),
  }
}

function gatherGuardian(actor: Actor, id: string): ErasedPerson | undefined {
  const found = select({ guardian: guardians, login: users.email, loginName: users.name })
    .from(guardians)
    .leftJoin(members, joined(members, guardians.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(own(actor, guardians, id))
    .get()
  if (!found) return undefined
  const { guardian, login, loginName } = found
  return {
    names: namesIn([guardian.name, loginName, ...listFormerNames(actor, "guardian", id)]),
    firstName: null,
    erasedName: erasedNames.guardian,
    addresses: addressesIn([guardian.email, guardian.billingEmail, login]),
    phone: guardian.phone,
    ...familyOf(actor, guardian.familyId),
  }
}

function gatherPayer(actor: Actor, id: string): ErasedPerson | undefined {
  const payer = findKnownPayer(actor, id)
  if (!payer) return undefined
  return {
    names: [payer.name],
    firstName: null,
    erasedName: erasedNames.payer,
    addresses: addressesIn([payer.email]),
    ...familyOf(actor, payer.familyId),
  }
}

const familyOf = (actor: Actor, familyId: string) => ({
  familyId,
  familyAddresses: listFamilyAddresses(actor, { of: familyId }),
})

const namesIn = (given: readonly (string | null)[]): string[] => [
  ...new Set(given.flatMap((name) => name || [])),
]
