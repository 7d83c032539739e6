import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { guardians, members, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import { type ErasedNoun, erasedNames } from "./erasure"
import { addressesIn, listFamilyAddresses } from "./family-addresses.server"
import type { ErasedPerson } from "./forget-mail.server"

/** By what a person is recognized in emails, read before any of it is gone; undefined when the school has no such person. */
export const gatherPerson = (actor: Actor, noun: ErasedNoun, id: string): ErasedPerson | undefined =>
  noun === "student" ? gatherStudent(actor, id) : gatherGuardian(actor, id)

function gatherStudent(actor: Actor, id: string): ErasedPerson | undefined {
  const found = db()
    .select({ student: students, login: users.email, loginName: users.name })
    .from(students)
    .leftJoin(members, joined(members, students.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(own(actor, students, id))
    .get()
  if (!found) return undefined
  const { student, login, loginName } = found
  return {
    names: namesIn([fullName(student), loginName]),
    ...{ firstName: student.firstName, erasedName: erasedNames.student },
    addresses: addressesIn([student.email, login]),
    ...familyOf(actor, student.familyId),
  }
}

function gatherGuardian(actor: Actor, id: string): ErasedPerson | undefined {
  const found = db()
    .select({ guardian: guardians, login: users.email, loginName: users.name })
    .from(guardians)
    .leftJoin(members, joined(members, guardians.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(own(actor, guardians, id))
    .get()
  if (!found) return undefined
  const { guardian, login, loginName } = found
  return {
    names: namesIn([guardian.name, loginName]),
    ...{ firstName: null, erasedName: erasedNames.guardian },
    addresses: addressesIn([guardian.email, guardian.billingEmail, login]),
    ...familyOf(actor, guardian.familyId),
  }
}

const familyOf = (actor: Actor, familyId: string) => ({
  familyId,
  familyAddresses: listFamilyAddresses(actor, { of: familyId }),
})

const namesIn = (given: readonly (string | null)[]): string[] => [
  ...new Set(given.flatMap((name) => name || [])),
]
