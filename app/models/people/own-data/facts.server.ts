import { transact } from "db/client.server"
import { families, guardians, students } from "db/schema/people"
import { ownDataRules } from "db/schema/people-own-data"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answersFor, answersOf, writeAnswer } from "~/models/foundation/custom-field/answers.server"
import { answerText, type CustomField, seenBy } from "~/models/foundation/custom-field/custom-field"
import { findField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { addressInLine } from "~/utils/postal-address"
import type { Result } from "~/utils/result"
import { addGuardian, listGuardians } from "../family/family.server"
import { findPortal } from "../family-access/portal.server"
import { inviteGuardian } from "../invitation/invite.server"
import {
  type AskedGuardian,
  guardianFact,
  isOwnFact,
  type OwnDataRule,
  type OwnFact,
  ownFactKeys,
  ownFacts,
  type Subject,
} from "./own-data"

// Which facts families change themselves. A field of the school's own is closed until the school opens it, and only what
// families may see can be opened.

/** What holds for each fact, by its name or its field's id. */
export function findRules(actor: Actor): (fact: string) => OwnDataRule {
  const chosen = new Map(
    ownRows(actor, ownDataRules, ["fact", "rule"])
      .all()
      .map(({ fact, rule }) => [fact, rule]),
  )
  return (fact) => chosen.get(fact) ?? (isOwnFact(fact) ? ownFacts[fact].usual : "off")
}

/** The school's own fields that families see of themselves, of their family or of a student. */
export const listOpenableFields = (actor: Actor): CustomField[] =>
  (["student", "guardian", "family"] as const).flatMap((noun) => seenBy(listFields(actor, noun), "family"))

/** Saves what holds for each fact; names that are none of the school's are left out. */
export function saveRules(
  actor: Actor,
  rules: Readonly<Record<string, OwnDataRule>>,
): Result<object, "not-found"> {
  return transact(() => {
    const ruleOf = findRules(actor)
    const known = [...ownFactKeys, ...listOpenableFields(actor).map(({ id }) => id)]
    if (Object.keys(rules).some((fact) => !known.includes(fact))) return { ok: false, reason: "not-found" }
    const changed = known.filter((fact) => rules[fact] !== undefined && rules[fact] !== ruleOf(fact))
    for (const fact of changed) {
      const rule = rules[fact]
      if (rule) addOrChange(actor, ownDataRules, { fact, rule }, { as: [ownDataRules.fact], to: { rule } })
    }
    if (changed.length > 0) recordEvent(actor, "school.change-own-data", actor.school.id)
    return { ok: true }
  })
}

// The facts that families may change, read and written in one way: a guardian's email and phone are the same in all of their
// families, an address is the family's. Where another of their families has another value, it keeps it.

export type OwnSubject = Subject & {
  name: string
  familyId: string
  /** Whether the contact details are theirs: the adult who is logged in, or a student without guardians who is. */
  hasContact: boolean
  /** A child who is logged in sees what the school asks besides, and changes nothing. */
  isChild: boolean
  values: Partial<Record<OwnFact, string | null>>
}

/** Whose facts the reader of the family pages sees: their own as an adult, and each student's. */
export function listOwnSubjects(actor: Actor): OwnSubject[] {
  const adults = select({
    ...columns(guardians, "id", "name", "familyId"),
    familyName: families.name,
    email: guardians.email,
    phone: guardians.phone,
    address: families.address,
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(
      and(own(actor, guardians), eq(guardians.memberId, actor.memberId ?? ""), isNull(guardians.erasedAt)),
    )
    .orderBy(guardians.createdAt, guardians.id)
    .all()
  const seen = findPortal(actor).students
  const rows = new Map(
    listStudentRows(
      actor,
      seen.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  )
  return [
    ...adults.map(({ id, familyId, name, familyName, ...values }, index) => ({
      ...{ id, familyId, values, noun: "guardian" as const },
      name: adults.length > 1 ? `${name}, ${familyName}` : name,
      hasContact: index === 0,
      isChild: false,
    })),
    ...seen.map(({ id, name, familyId, as }) => {
      const { email = null, phone = null, ...values } = rows.get(id) ?? {}
      const hasContact = as === "self" && adults.length === 0
      return {
        ...{ id, name, familyId, hasContact, noun: "student" as const, isChild: as === "child" },
        values: { ...values, email, phone, studentEmail: email, studentPhone: phone },
      }
    }),
  ]
}

const listStudentRows = (actor: Actor, ids: readonly string[]) =>
  select({
    ...columns(students, "id", "email", "phone", "birthDate", "medicalNotes", "emergencyContact"),
    address: families.address,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(and(own(actor, students), among(students.id, ids)))
    .all()

export type FactRow = {
  fact: string
  label: string
  /** A field of the school's own. */
  field: CustomField | null
  rule: OwnDataRule
  value: string | null
}

/** What of each subject a family may see, with what it may do with it. */
export function listFacts(actor: Actor, subjects: readonly OwnSubject[]): FactRow[][] {
  const ruleOf = findRules(actor)
  const [ofStudents, ofAdults] = [["student"] as const, ["guardian", "family"] as const].map((nouns) =>
    nouns.flatMap((noun) => seenBy(listFields(actor, noun), "family")),
  )
  const answers = answersOf(actor, [...new Set(subjects.flatMap(({ id, familyId }) => [id, familyId]))])
  return subjects.map((subject) => {
    const fields = (subject.noun === "student" ? ofStudents : ofAdults) ?? []
    const ours = factsOf(subject).map((fact) => ({
      ...{ fact, label: ownFacts[fact].label, field: null, rule: ruleOf(fact) },
      value: subject.values[fact] ?? null,
    }))
    const theirs = fields.map((field) => ({
      ...{ fact: field.id, label: field.name, field },
      rule: subject.isChild ? ("off" as const) : ruleOf(field.id),
      value: answers.get(answererOf(subject, subject.familyId, field))?.[field.id] ?? null,
    }))
    return [...ours, ...theirs]
  })
}

function factsOf({ noun, hasContact, isChild }: OwnSubject): OwnFact[] {
  if (isChild) return []
  const contact: OwnFact[] = hasContact ? ["email", "phone", "address"] : []
  if (noun === "guardian") return contact
  const ofStudent: OwnFact[] = hasContact ? [] : ["studentEmail", "studentPhone"]
  return [...contact, ...ofStudent, "birthDate", "medicalNotes", "emergencyContact"]
}

/** The column of a fact with the person. */
export const columnOf = {
  address: "address",
  email: "email",
  phone: "phone",
  studentEmail: "email",
  studentPhone: "phone",
  birthDate: "birthDate",
  medicalNotes: "medicalNotes",
  emergencyContact: "emergencyContact",
} as const

function rowOf(actor: Actor, { noun, id }: Subject) {
  const row = noun === "student" ? find(actor, students, id) : find(actor, guardians, id)
  return row?.erasedAt === null ? row : undefined
}

/** Where the answer to a field is: with the student or guardian, or with their family. */
const answererOf = ({ id }: Subject, familyId: string, { noun }: CustomField) =>
  noun === "family" ? familyId : id

/** A fact as it is now; null is none, undefined that there is no such person or field any more. */
export function readFact(actor: Actor, subject: Subject, fact: string): string | null | undefined {
  const row = rowOf(actor, subject)
  if (!row) return undefined
  // There is none of them yet.
  if (fact === guardianFact) return null
  if (fact === "address") return find(actor, families, row.familyId)?.address ?? null
  if (!isOwnFact(fact)) {
    const field = findField(actor, fact)
    if (!field || field.isArchived) return undefined
    return answersFor(actor, answererOf(subject, row.familyId, field))[fact] ?? null
  }
  const value = (row as Partial<Record<(typeof columnOf)[keyof typeof columnOf], string | null>>)[
    columnOf[fact]
  ]
  return value ?? null
}

/** Writes a fact and says so in the activity. False where there is no such person or field any more. */
export function writeFact(actor: Actor, subject: Subject, fact: string, value: string | null): boolean {
  const row = rowOf(actor, subject)
  const before = readFact(actor, subject, fact)
  if (!row || before === undefined) return false
  if (fact === guardianFact) return addAskedGuardian(actor, row.familyId, value)
  if (!isOwnFact(fact)) {
    const field = findField(actor, fact)
    if (!field) return false
    const answerer = answererOf(subject, row.familyId, field)
    writeAnswer(actor, fact, answerer, value ?? undefined)
    const told = (text: string | null) => ({ [field.name]: text && answerText(field, text) })
    const noun = field.noun === "family" ? "family" : subject.noun
    recordEvent(actor, `${noun}.answer`, answerer, { before: told(before), after: told(value) })
    return true
  }
  if (fact === "address") {
    for (const familyId of familiesOf(actor, subject, row.familyId))
      change(actor, families, and(eq(families.id, familyId), sql`${families.address} is ${before}`), {
        address: value,
      })
    recordEvent(actor, `${subject.noun}.change-contact`, subject.id, {
      before: { address: addressInLine(before) || null },
      after: { address: addressInLine(value) || null },
    })
    return true
  }
  const column = columnOf[fact]
  const move = () => {
    if (column === "email") moveReader(actor, { from: before, to: value, memberId: row.memberId })
  }
  if (subject.noun === "student") {
    change(actor, students, subject.id, { [column]: value })
    move()
    recordEvent(actor, "student.change", subject.id, {
      before: { [column]: before },
      after: { [column]: value },
    })
    return true
  }
  for (const { id, ...self } of listSelves(actor, subject))
    if ((self as Partial<Record<typeof column, string | null>>)[column] === before)
      change(actor, guardians, id, { [column]: value })
  move()
  recordEvent(actor, "guardian.change-contact", subject.id, {
    before: { [column]: before },
    after: { [column]: value },
  })
  return true
}

/**
 * Another adult of a family, who pays nothing and sees no money until the office changes that, and is invited. One of the same name without
 * email and login gets the email.
 */
function addAskedGuardian(actor: Actor, familyId: string, value: string | null): boolean {
  const asked = readAskedGuardian(value)
  if (!asked?.email) return false
  const { name, relation, email, phone } = asked
  const isSame = (each: { name: string; email: string | null; memberId: string | null }) =>
    each.email === null && each.memberId === null && each.name.toLowerCase() === name.toLowerCase()
  const same = listGuardians(actor, [familyId]).find(isSame)
  if (same) {
    const facts = { email, phone: same.phone ?? phone ?? null, relation: same.relation ?? relation ?? null }
    change(actor, guardians, same.id, facts)
    recordEvent(actor, "guardian.change-contact", same.id, { before: { email: null }, after: { email } })
  }
  const added = { name, relation, email, phone, payerShare: 0, seesMoney: false }
  inviteGuardian(actor, same?.id ?? addGuardian(actor, familyId, added))
  return true
}

/** What was asked for, as it is kept in the change: once it is answered, the name alone. */
export const readAskedGuardian = (
  value: string | null,
): (Pick<AskedGuardian, "name"> & Partial<AskedGuardian>) | null =>
  value === null ? null : (JSON.parse(value) as AskedGuardian)

/** A guardian of several families is there once in each. */
const listSelves = (actor: Actor, subject: Subject) => {
  const row = subject.noun === "guardian" ? find(actor, guardians, subject.id) : undefined
  if (!row?.memberId) return row ? [row] : []
  return ownRows(actor, guardians)
    .where(and(eq(guardians.memberId, row.memberId), isNull(guardians.erasedAt)))
    .all()
}
const familiesOf = (actor: Actor, subject: Subject, familyId: string) =>
  subject.noun === "student"
    ? [familyId]
    : [...new Set(listSelves(actor, subject).map(({ familyId: each }) => each))]
