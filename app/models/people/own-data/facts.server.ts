import { families, guardians, students } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answersFor, writeAnswer } from "~/models/foundation/custom-field/answers.server"
import {
  answerText,
  type CustomField,
  type FieldNoun,
  seenBy,
} from "~/models/foundation/custom-field/custom-field"
import { findField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { findPortal } from "../family-access/portal.server"
import { isOwnFact, type OwnDataRule, type OwnFact, ownFacts, type Subject } from "./own-data"
import { findRules } from "./rules.server"

// The facts that families may change, read and written in one way: a guardian's email and phone are the same in all of their
// families, an address is the family's.

export type OwnSubject = Subject & {
  name: string
  familyId: string
  /** Whether the contact details are theirs: the adult who is logged in, or a student without guardians who is. */
  hasContact: boolean
  /** A child who is logged in sees what the school asks besides, and changes nothing. */
  isChild: boolean
}

/** Whose facts the reader of the family pages sees: their own as an adult, and each student's. */
export function listOwnSubjects(actor: Actor): OwnSubject[] {
  const adults = select({
    id: guardians.id,
    name: guardians.name,
    familyId: guardians.familyId,
    familyName: families.name,
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(
      and(own(actor, guardians), eq(guardians.memberId, actor.memberId ?? ""), isNull(guardians.erasedAt)),
    )
    .orderBy(guardians.createdAt, guardians.id)
    .all()
  const seen = findPortal(actor).students
  return [
    ...adults.map(({ familyName, ...adult }, index) => ({
      ...adult,
      noun: "guardian" as const,
      name: adults.length > 1 ? `${adult.name}, ${familyName}` : adult.name,
      hasContact: index === 0,
      isChild: false,
    })),
    ...seen.map(({ id, name, familyId, as }) => ({
      ...{ id, name, familyId, noun: "student" as const },
      hasContact: as === "self" && adults.length === 0,
      isChild: as === "child",
    })),
  ]
}

export type FactRow = {
  fact: string
  label: string
  /** A field of the school's own. */
  field: CustomField | null
  rule: OwnDataRule
  value: string | null
}

/** What of a subject a family may see, with what it may do with it. */
export function listFacts(actor: Actor, subject: OwnSubject): FactRow[] {
  const ruleOf = findRules(actor)
  const nouns: FieldNoun[] = subject.noun === "student" ? ["student"] : ["guardian", "family"]
  const fields = nouns.flatMap((noun) => seenBy(listFields(actor, noun), "family"))
  const answers = { ...answersFor(actor, subject.id), ...answersFor(actor, subject.familyId) }
  const ours = factsOf(subject).map((fact) => ({
    ...{ fact, label: ownFacts[fact].label, field: null, rule: ruleOf(fact) },
    value: readFact(actor, subject, fact) ?? null,
  }))
  const theirs = fields.map((field) => ({
    ...{ fact: field.id, label: field.name, field },
    rule: subject.isChild ? ("off" as const) : ruleOf(field.id),
    value: answers[field.id] ?? null,
  }))
  return [...ours, ...theirs]
}

function factsOf({ noun, hasContact, isChild }: OwnSubject): OwnFact[] {
  if (isChild) return []
  const contact: OwnFact[] = hasContact ? ["email", "phone", "address"] : []
  if (noun === "guardian") return contact
  const ofStudent: OwnFact[] = hasContact ? [] : ["studentEmail", "studentPhone"]
  return [...contact, ...ofStudent, "birthDate", "medicalNotes"]
}

const columns = {
  email: "email",
  phone: "phone",
  studentEmail: "email",
  studentPhone: "phone",
  birthDate: "birthDate",
  medicalNotes: "medicalNotes",
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
  if (fact === "address") return find(actor, families, row.familyId)?.address ?? null
  if (!isOwnFact(fact)) {
    const field = findField(actor, fact)
    if (!field || field.isArchived) return undefined
    return answersFor(actor, answererOf(subject, row.familyId, field))[fact] ?? null
  }
  const value = (row as Partial<Record<(typeof columns)[keyof typeof columns], string | null>>)[columns[fact]]
  return value ?? null
}

/** Writes a fact and says so in the activity. False where there is no such person or field any more. */
export function writeFact(actor: Actor, subject: Subject, fact: string, value: string | null): boolean {
  const row = rowOf(actor, subject)
  const before = readFact(actor, subject, fact)
  if (!row || before === undefined) return false
  const about = { noun: subject.noun, nounId: subject.id }
  if (!isOwnFact(fact)) {
    const field = findField(actor, fact)
    if (!field) return false
    const answerer = answererOf(subject, row.familyId, field)
    writeAnswer(actor, fact, answerer, value ?? undefined)
    const told = (text: string | null) => ({ [field.name]: text && answerText(field, text) })
    const noun = field.noun === "family" ? "family" : subject.noun
    recordEvent(actor, { verb: "answer", noun, nounId: answerer, before: told(before), after: told(value) })
    return true
  }
  if (fact === "address") {
    for (const familyId of familiesOf(actor, subject, row.familyId))
      change(actor, families, familyId, { address: value })
    recordEvent(actor, {
      ...about,
      verb: "change-contact",
      before: { address: before },
      after: { address: value },
    })
    return true
  }
  const column = columns[fact]
  if (subject.noun === "student") {
    change(actor, students, subject.id, { [column]: value })
    recordEvent(actor, {
      ...{ noun: "student", nounId: subject.id, verb: "change" },
      ...{ before: { [column]: before }, after: { [column]: value } },
    })
    return true
  }
  for (const id of selvesOf(actor, subject)) change(actor, guardians, id, { [column]: value })
  recordEvent(actor, {
    ...about,
    verb: "change-contact",
    before: { [column]: before },
    after: { [column]: value },
  })
  return true
}

/** A guardian of several families is there once in each. */
const listSelves = (actor: Actor, subject: Subject) => {
  const row = subject.noun === "guardian" ? find(actor, guardians, subject.id) : undefined
  if (!row?.memberId) return row ? [row] : []
  return select()
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.memberId, row.memberId), isNull(guardians.erasedAt)))
    .all()
}
const selvesOf = (actor: Actor, subject: Subject) => listSelves(actor, subject).map(({ id }) => id)
const familiesOf = (actor: Actor, subject: Subject, familyId: string) =>
  subject.noun === "student"
    ? [familyId]
    : [...new Set(listSelves(actor, subject).map(({ familyId: each }) => each))]
