import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { bouncedAddresses } from "db/schema/foundation-mail"
import { outsidePayers } from "db/schema/payers"
import { guardians, members, students } from "db/schema/people"
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { BounceKind } from "~/models/foundation/outbox/bounce"
import { type Bounce, clearBounce } from "~/models/foundation/outbox/bounce.server"
import { fullName } from "~/utils/names"

// People of a school whose address can't be mailed. The office corrects the address, or says that it is right.

type BouncedPerson = {
  /** Of the person and the address together. */
  id: string
  name: string
  /** The family of a guardian or of someone else who pays, the student's own page, or none: someone of the team. */
  familyId: string | null
  studentId: string | null
} & Pick<Bounce, "address" | "reason" | "times" | "firstAt" | "lastAt"> & { kind: BounceKind }

const facts = columns(bouncedAddresses, "address", "kind", "reason", "times", "firstAt", "lastAt")

/** Everyone of the school whose address can't be mailed, the latest first. */
export function listBouncedPeople(actor: Actor): BouncedPerson[] {
  const ofGuardians = select({
    ...columns(guardians, "id", "name", "familyId"),
    ...facts,
  })
    .from(guardians)
    .innerJoin(
      bouncedAddresses,
      sql`${bouncedAddresses.address} in (${guardians.email}, lower(${guardians.billingEmail}))`,
    )
    .where(own(actor, guardians))
    .all()
    .map(({ id, ...row }) => ({ ...row, id: `guardian ${id} ${row.address}`, studentId: null }))
  const ofStudents = select({
    ...columns(students, "id", "firstName", "lastName"),
    ...facts,
  })
    .from(students)
    .innerJoin(bouncedAddresses, eq(bouncedAddresses.address, sql`lower(${students.email})`))
    .where(and(own(actor, students), isNotNull(students.email)))
    .all()
    .map(({ id, firstName, lastName, ...row }) => ({
      ...row,
      id: `student ${id}`,
      name: fullName({ firstName, lastName }),
      studentId: id,
      familyId: null,
    }))
  const ofPayers = select({ ...columns(outsidePayers, "id", "name", "familyId"), ...facts })
    .from(outsidePayers)
    .innerJoin(bouncedAddresses, eq(bouncedAddresses.address, outsidePayers.email))
    .where(and(own(actor, outsidePayers), isNull(outsidePayers.removedAt)))
    .all()
    .map((row) => ({ ...row, studentId: null }))
  const known = new Set([...ofGuardians, ...ofStudents].map(({ address }) => address))
  const ofTeam = select({ id: members.id, name: users.name, ...facts })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(bouncedAddresses, eq(bouncedAddresses.address, sql`lower(${users.email})`))
    .where(own(actor, members))
    .all()
    .filter(({ address }) => !known.has(address))
    .map(({ id, ...row }) => ({ ...row, id: `member ${id}`, familyId: null, studentId: null }))
  return [...ofGuardians, ...ofStudents, ...ofPayers, ...ofTeam].sort(
    (one, other) => other.lastAt - one.lastAt,
  )
}

/** The office says that an address of its school is right: mail goes there again. False when it is no such address. */
export function confirmAddress(actor: Actor, address: string): boolean {
  return transact(() => {
    const person = listBouncedPeople(actor).find((each) => each.address === address)
    if (!person || !clearBounce(address)) return false
    recordEvent(actor, "school.confirm-address", actor.school.id, { after: { name: person.name, address } })
    return true
  })
}
