import { users } from "db/schema/accounts"
import { textConsents } from "db/schema/foundation-text-messages"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { phoneRecipientOf } from "~/models/foundation/text-message/phone-recipient"
import { isCurrent } from "~/models/foundation/text-message/text-outbox.server"

/** Someone who hears by mail what concerns a student. */
export type Contact = {
  name: string
  email: string
  hasPages: boolean
  /** The one they chose for themselves; null for the school's. */
  zone: string | null
  /** The student themself, with an address that no adult of the family has. */
  isStudent: boolean
  /** Whether they may read what lessons cost. */
  seesMoney: boolean
}

/** Whom the school writes to about each student: the adults of the family, and the student where they have an address. */
export function listContacts(actor: Actor, studentIds: readonly string[]): Map<string, Contact[]> {
  const rows = contactsQuery.all(actor, { studentIds: JSON.stringify([...new Set(studentIds)]) })
  const contacts = new Map<string, Contact[]>()
  for (const { studentId, name, email, memberId, zone, seesMoney, isStudent } of rows) {
    const known = contacts.get(studentId) ?? []
    // An adult student is often also their own family's guardian.
    if (!email || known.some((contact) => contact.email === email)) continue
    contacts.set(studentId, [
      ...known,
      { name, email, hasPages: memberId !== null, zone, seesMoney, isStudent },
    ])
  }
  return contacts
}

/**
 * Those of them who can be offered something at a price: not a child at an address of their own, unless no email reaches anyone else of
 * the family.
 */
export function listOfferReaders(actor: Actor, studentId: string): Contact[] {
  const contacts = listContacts(actor, [studentId]).get(studentId) ?? []
  const deciding = contacts.filter(({ isStudent, seesMoney }) => !isStudent || seesMoney)
  return deciding.length > 0 ? deciding : contacts
}

/**
 * The same with the phone of a child whose guardian agreed to texts: it is told of the child's lessons alone, and only by text message.
 * Emails to it aren't queued.
 */
export function listReaders(actor: Actor, studentIds: readonly string[]): Map<string, Contact[]> {
  const readers = listContacts(actor, studentIds)
  for (const { id, name } of textedQuery.all(actor, { studentIds: JSON.stringify(studentIds) }))
    readers.set(id, [
      ...(readers.get(id) ?? []),
      { name, email: phoneRecipientOf(id), hasPages: false, zone: null, seesMoney: false, isStudent: true },
    ])
  return readers
}

const textedQuery = query((p: Params<{ studentIds: string }>, own) =>
  select({ id: students.id, name: students.firstName })
    .from(textConsents)
    .innerJoin(students, joined(students, textConsents.studentId))
    .where(and(own(textConsents), among(textConsents.studentId, p.studentIds), isCurrent())),
)

/** An adult student, who logs in as themselves or has no guardian. A child's own address gets no prices. */
const paysThemselves = sql`(
  exists (select 1 from ${portalAccess} pa where pa.school_id = ${students.schoolId}
    and pa.student_id = ${students.id} and pa."as" = 'self')
  or not exists (select 1 from ${guardians} g where g.school_id = ${students.schoolId}
    and g.family_id = ${students.familyId}))`

const contactsQuery = query((p: Params<{ studentIds: string }>, own) => {
  // The adults come first.
  const adults = select({
    studentId: students.id,
    name: guardians.name,
    email: guardians.email,
    memberId: members.id,
    zone: users.timeZone,
    seesMoney: guardians.seesMoney,
    isStudent: sql<boolean>`0`.mapWith(Boolean),
  })
    .from(students)
    .innerJoin(guardians, joined(guardians.familyId, students.familyId))
    .leftJoin(members, and(joined(members, guardians.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(students), among(students.id, p.studentIds), isNotNull(guardians.email)))
  const themselves = select({
    studentId: students.id,
    name: students.firstName,
    email: students.email,
    memberId: members.id,
    zone: users.timeZone,
    seesMoney: sql<boolean>`${paysThemselves}`,
    isStudent: sql<boolean>`1`.mapWith(Boolean),
  })
    .from(students)
    .leftJoin(members, and(joined(members, students.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(students), among(students.id, p.studentIds), isNotNull(students.email)))
  return unionAll(adults, themselves)
})

/** Whom to call about each student: the first guardian with a number, else the student. */
export function listPhones(
  actor: Actor,
  studentIds: readonly string[],
): Map<string, { name: string; phone: string }> {
  const rows = phonesQuery.all(actor, { studentIds: JSON.stringify(studentIds) })
  const phones = new Map<string, { name: string; phone: string }>()
  const add = (studentId: string, whom: { name: string; phone: string | null } | null) => {
    if (whom?.phone && !phones.has(studentId)) phones.set(studentId, { name: whom.name, phone: whom.phone })
  }
  for (const { studentId, guardian } of rows) add(studentId, guardian)
  for (const { studentId, own: themselves } of rows) add(studentId, themselves)
  return phones
}

const phonesQuery = query((p: Params<{ studentIds: string }>, own) =>
  select({
    studentId: students.id,
    own: { name: students.firstName, phone: students.phone },
    guardian: { name: guardians.name, phone: guardians.phone },
  })
    .from(students)
    .leftJoin(guardians, joined(guardians.familyId, students.familyId))
    .where(and(own(students), among(students.id, p.studentIds)))
    .orderBy(asc(guardians.position), asc(guardians.id)),
)
