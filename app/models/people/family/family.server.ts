import { transact } from "db/client.server"
import { participants } from "db/schema/communication"
import { invoices } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { invoiceLinks } from "db/schema/money-links"
import { paymentOrders, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { familyPayerParts } from "db/schema/payers"
import { families, guardians, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { dataChanges } from "db/schema/people-own-data"
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  hasRow,
  ownRows,
  type Params,
  query,
  remove,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { groupBy } from "~/utils/group-by"
import { containing } from "~/utils/like-pattern"
import { fullName } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"

// A family is the billing account that joins siblings, with its guardians. Its payer shares add up to 100%, or
// there is no payer yet.

export type NewGuardian = {
  name: string
  relation?: string | null
  email?: string | null
  phone?: string | null
  /** Basis points of the family's invoices. */
  payerShare: number
  /** Whether this adult may see the family's money; true unless said otherwise. */
  seesMoney?: boolean
}

/**
 * Adds a family with its adults, in their order. Throws when the shares are neither all 0 nor 10 000 together.
 * @returns the ids, the guardians' in the order given
 */
export function addFamily(
  actor: Actor,
  family: { name: string; address?: string | null; guardians: readonly NewGuardian[] },
): { familyId: string; guardianIds: string[] } {
  return transact(() => {
    const id = add(actor, families, { name: family.name, address: family.address ?? null })
    const guardianIds = family.guardians.map((guardian, position) =>
      insertGuardian(actor, id, guardian, position),
    )
    requireWholeShares(actor, id)
    recordEvent(actor, "family.add", id, {
      after: { name: family.name, guardians: family.guardians.map(({ name }) => name) },
    })
    return { familyId: id, guardianIds }
  })
}

/** Adds an adult to a family of the school. Throws when the family is not the school's or the shares stop adding up. */
export function addGuardian(actor: Actor, familyId: string, guardian: NewGuardian): string {
  return transact(() => {
    requireFamily(actor, familyId)
    const [others] = ownRows(actor, guardians, { n: count() }).where(eq(guardians.familyId, familyId)).all()
    const guardianId = insertGuardian(actor, familyId, guardian, others?.n ?? 0)
    requireWholeShares(actor, familyId)
    recordEvent(actor, "guardian.add", guardianId, { after: { familyId, name: guardian.name } })
    return guardianId
  })
}

function insertGuardian(actor: Actor, familyId: string, guardian: NewGuardian, position: number): string {
  const id = add(actor, guardians, {
    familyId,
    name: guardian.name,
    relation: guardian.relation ?? null,
    email: guardian.email?.trim().toLowerCase() || null,
    phone: guardian.phone ?? null,
    payerShare: guardian.payerShare,
    seesMoney: guardian.seesMoney ?? true,
    position,
  })
  return id
}

function requireFamily(actor: Actor, familyId: string) {
  const family = find(actor, families, familyId)
  if (!family) throw new Error(`No family ${familyId} in this school`)
  return family
}

function requireWholeShares(actor: Actor, familyId: string) {
  const shares = listGuardians(actor, [familyId]).map(({ payerShare }) => payerShare)
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total !== 0 && total !== 10_000)
    throw new RangeError(`Payer shares of a family add up to 10000, not ${total}`)
}

/** The adults of these families, in their order. */
export const listGuardians = (actor: Actor, familyIds: readonly string[]) =>
  guardiansQuery.all(actor, { ids: JSON.stringify(familyIds) })

const guardiansQuery = query((p: Params<{ ids: string }>, own) =>
  select({
    id: guardians.id,
    familyId: guardians.familyId,
    name: guardians.name,
    relation: guardians.relation,
    email: guardians.email,
    phone: guardians.phone,
    payerShare: guardians.payerShare,
    seesMoney: guardians.seesMoney,
    memberId: guardians.memberId,
    erasedAt: guardians.erasedAt,
  })
    .from(guardians)
    .where(and(own(guardians), among(guardians.familyId, p.ids)))
    .orderBy(asc(guardians.familyId), asc(guardians.position), asc(guardians.id)),
)

/** A family with its adults and students, or undefined when the school has no such family. */
export function findFamily(
  actor: Actor,
  familyId: string,
  guardiansOf = () => listGuardians(actor, [familyId]),
) {
  const rows = familyQuery.all(actor, { familyId })
  const family = rows[0]?.family
  if (!family) return undefined
  const members = rows.flatMap(({ student }) => student ?? [])
  const adults = guardiansOf()
  return {
    ...family,
    guardians: adults,
    students: members.map(({ erasedAt: _, ...student }) => student),
    /** Whether all its people were erased: what it owed stays in the books, and no one is there to ask. */
    isErased:
      members.length + adults.length > 0 &&
      members.every(({ erasedAt }) => erasedAt !== null) &&
      !hasGuardian(actor, familyId),
  }
}

const familyQuery = query((p: Params<{ familyId: string }>, own) =>
  select({
    family: columns(families, "id", "name", "address", "mergedInto"),
    student: columns(students, "id", "firstName", "lastName", "status", "erasedAt"),
  })
    .from(families)
    .leftJoin(students, joined(students.familyId, families.id))
    .where(own(families, p.familyId))
    .orderBy(asc(students.firstName), asc(students.id)),
)

const hasGuardian = (actor: Actor, familyId: string): boolean =>
  hasRow(actor, guardians, and(eq(guardians.familyId, familyId), isNull(guardians.erasedAt)))

function listStudentsOf(actor: Actor, familyIds: readonly string[]) {
  return ownRows(actor, students, ["id", "familyId", "firstName", "lastName", "status"])
    .where(inArray(students.familyId, [...familyIds]))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
}

/** Families by name, with the names of their adults and students. `page` counts from 1; `total` is of all pages. */
export function listFamilies(actor: Actor, { search, page }: { search?: string; page: number }) {
  const conditions: SQL[] = [own(actor, families)]
  if (search) conditions.push(sql`${families.name} like ${containing(search)} escape '\\'`)
  const total = select({ n: count() })
    .from(families)
    .where(and(...conditions))
    .get()
  const rows = select({ id: families.id, name: families.name })
    .from(families)
    .where(and(...conditions))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const ids = rows.map(({ id }) => id)
  const adults = groupBy(listGuardians(actor, ids), ({ familyId }) => familyId)
  const children = groupBy(listStudentsOf(actor, ids), ({ familyId }) => familyId)
  return {
    total: total?.n ?? 0,
    families: rows.map((family) => ({
      ...family,
      guardians: (adults.get(family.id) ?? []).map(({ name }) => name),
      students: (children.get(family.id) ?? []).map(fullName),
    })),
  }
}

/** The families in which an adult has this address: more than one when the school entered them apart. */
export function findFamiliesByGuardianEmail(actor: Actor, email: string): { id: string; name: string }[] {
  return selectDistinct({ id: families.id, name: families.name })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), eq(guardians.email, email.trim().toLowerCase())))
    .all()
}

/** An adult as someone wrote them down; one with an id is in the family already. */
export type GuardianEntry = {
  id?: string
  name: string
  relation?: string
  email?: string
  phone?: string
  /** Basis points; those of a family are 10 000 together. */
  payerShare: number
  seesMoney: boolean
  remove: boolean
}

export type GuardiansRefusal =
  | { reason: "other-guardians" }
  | { reason: "not-whole" }
  | { reason: "guardian-needed"; name: string; why: "signs-in" | "has-money" }

/**
 * Brings the adults of a family up to what was written. Refused when the family has other
 * adults by now, when the shares are not the whole, and when someone is to be removed who signs in or is on an
 * invoice or payment. Another address makes an open invitation worthless.
 */
export const changeGuardians = (
  actor: Actor,
  familyId: string,
  entries: readonly GuardianEntry[],
): { ok: true } | ({ ok: false } & GuardiansRefusal) =>
  transact(() => changeGuardiansOf(actor, familyId, entries))

function changeGuardiansOf(
  actor: Actor,
  familyId: string,
  entries: readonly GuardianEntry[],
): { ok: true } | ({ ok: false } & GuardiansRefusal) {
  const before = listGuardians(actor, [familyId])
  const known = new Map(before.map((guardian) => [guardian.id, guardian]))
  const named = entries.flatMap(({ id }) => id ?? [])
  const isComplete = named.length === known.size && named.every((id) => known.has(id))
  if (!isComplete) return { ok: false, reason: "other-guardians" }
  const staying = entries.filter(({ remove }) => !remove)
  const total = staying.reduce((sum, { payerShare }) => sum + payerShare, 0)
  if (staying.length > 0 && total !== 10_000) return { ok: false, reason: "not-whole" }
  for (const { id, remove } of entries) {
    const guardian = id && remove ? known.get(id) : undefined
    const why = guardian && neededFor(actor, guardian)
    if (guardian && why) return { ok: false, reason: "guardian-needed", name: guardian.name, why }
  }

  for (const { id, remove } of entries) if (id && remove) removeGuardian(actor, id, known.get(id)?.name ?? "")
  for (const [position, { id, remove: _, ...guardian }] of staying.entries()) {
    const { name, payerShare, seesMoney } = guardian
    const { relation = null, email = null, phone = null } = guardian
    const facts = { name, relation, email, phone, payerShare, seesMoney, position }
    if (id) {
      change(actor, guardians, id, facts)
      if (known.get(id)?.email !== email) revokeLinks("guardian-invitation", id)
    } else add(actor, guardians, { familyId, ...facts })
  }
  const after = listGuardians(actor, [familyId])
  for (const { id, email, memberId } of after)
    moveReader(actor, { from: known.get(id)?.email ?? null, to: email, memberId })
  if (JSON.stringify(before) !== JSON.stringify(after))
    recordEvent(actor, "family.change-guardians", familyId, { before, after })
  return { ok: true }
}

function removeGuardian(actor: Actor, id: string, name: string) {
  revokeLinks("guardian-invitation", id)
  // What was answered for a student stays the student's.
  change(actor, consentAnswers, and(eq(consentAnswers.guardianId, id), isNotNull(consentAnswers.studentId)), {
    guardianId: null,
  })
  deleteToBin(actor, { noun: "guardian", recordId: id, name }, () => {
    for (const table of [dataChanges, consentAnswers, participants, familyPayerParts])
      remove(actor, table, eq(table.guardianId, id))
    forgetAnswers(actor, [id])
    remove(actor, guardians, id)
  })
}

/** Where money names a guardian. */
const namedOn = [invoiceShares, invoices, invoiceLinks, payments, paymentOrders, savedMethods]

function neededFor(actor: Actor, { id, memberId }: { id: string; memberId: string | null }) {
  if (memberId) return "signs-in"
  const isNamed = namedOn.some((table) =>
    ownRows(actor, table, ["id"]).where(eq(table.guardianId, id)).limit(1).get(),
  )
  return isNamed ? "has-money" : undefined
}
