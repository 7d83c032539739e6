import { transact } from "db/client.server"
import { families, guardians, portalAccess, students } from "db/schema/people"
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"

// The contact details of the reader of the family pages: a guardian or an adult student. A child has none.

export type Contact = { email: string | null; phone: string | null; address: string | null }

type Rows =
  | { as: "guardian"; ids: string[]; familyIds: string[]; contact: Contact }
  | { as: "student"; ids: string[]; familyIds: string[]; contact: Contact }

/** The contact, or undefined for a child and for a login that is linked to no one. */
export const findOwnContact = (actor: Actor): Contact | undefined => findRows(actor)?.contact

/**
 * Changes it wherever the school has the person; the address is that of all their families. An empty phone or address is
 * taken away. False when there is nothing to change.
 */
export function changeOwnContact(actor: Actor, { email, phone, address }: Contact): boolean {
  return transact(() => {
    const found = findRows(actor)
    if (!found) return false
    const { as, ids, familyIds, contact } = found
    if (as === "guardian") change(actor, guardians, inArray(guardians.id, ids), { email, phone })
    else change(actor, students, inArray(students.id, ids), { email, phone })
    change(actor, families, inArray(families.id, familyIds), { address })
    for (const id of ids)
      recordEvent(actor, {
        verb: "change-contact",
        noun: as,
        nounId: id,
        before: contact,
        after: { email, phone, address },
      })
    return true
  })
}

function findRows(actor: Actor): Rows | undefined {
  const memberId = actor.memberId ?? ""
  const adults = select({
    id: guardians.id,
    familyId: guardians.familyId,
    email: guardians.email,
    phone: guardians.phone,
    address: families.address,
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), eq(guardians.memberId, memberId)))
    .orderBy(asc(guardians.createdAt), asc(guardians.id))
    .all()
  if (adults.length) return gathered("guardian", adults)
  const selves = select({
    id: students.id,
    familyId: students.familyId,
    email: students.email,
    phone: students.phone,
    address: families.address,
  })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .innerJoin(families, joined(families, students.familyId))
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId), eq(portalAccess.as, "self")))
    .all()
  return gathered("student", selves)
}

function gathered(as: Rows["as"], rows: (Contact & { id: string; familyId: string })[]): Rows | undefined {
  const [first] = rows
  if (!first) return undefined
  const { email, phone, address } = first
  return {
    as,
    ids: rows.map(({ id }) => id),
    familyIds: [...new Set(rows.map(({ familyId }) => familyId))],
    contact: { email, phone, address },
  }
}
