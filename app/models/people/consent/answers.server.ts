import { transact } from "db/client.server"
import { families, guardians, students } from "db/schema/people"
import { consentAnswers, consentDocuments, consentVersions } from "db/schema/people-consents"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import type { PortalStudent } from "../family-access/portal"
import { findPortal } from "../family-access/portal.server"
import { type ConsentAnswer, type ConsentPer, type ConsentState, stateOf } from "./consent"
import { type ConsentDocument, listDocuments } from "./documents.server"

// What families answer to the school's documents. The newest answer of a student or an adult counts, so that withdrawing is
// answering no, and nothing of what was agreed to before is lost.

/** Whom a document asks: a student, or an adult for themselves. An adult student without guardians answers as an adult, too. */
export type Asked = { id: string; as: "student" | "guardian"; name: string; familyId: string }

const isCurrent = inArray(students.status, ["active", "trial", "paused"])

/** Everyone whom a document asks while they are with the school, by name. */
export function listAsked(
  actor: Actor,
  per: ConsentPer,
): (Asked & { hasLogin: boolean; email: string | null })[] {
  const current = select({
    id: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    familyId: students.familyId,
    memberId: students.memberId,
    email: students.email,
  })
    .from(students)
    .where(and(own(actor, students), isCurrent, isNull(students.erasedAt)))
    .all()
  const adults = listGuardians(actor, [...new Set(current.map(({ familyId }) => familyId))])
  const withLogin = new Set(adults.flatMap(({ familyId, memberId }) => (memberId ? [familyId] : [])))
  const families = new Set(adults.map(({ familyId }) => familyId))
  const ofStudents = current
    .filter(({ familyId }) => per === "student" || !families.has(familyId))
    .map(({ memberId, firstName, lastName, ...student }) => ({
      ...student,
      as: "student" as const,
      name: fullName({ firstName, lastName }),
      hasLogin: withLogin.has(student.familyId) || (memberId !== null && !families.has(student.familyId)),
    }))
  const ofAdults = adults.map(({ memberId, ...adult }) => ({
    ...adult,
    as: "guardian" as const,
    hasLogin: memberId !== null,
  }))
  const all = per === "student" ? ofStudents : [...ofAdults, ...ofStudents]
  return all.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** The adults of families, who haven't been erased. */
export const listGuardians = (actor: Actor, familyIds: readonly string[]) =>
  select({
    id: guardians.id,
    familyId: guardians.familyId,
    name: guardians.name,
    email: guardians.email,
    memberId: guardians.memberId,
  })
    .from(guardians)
    .where(and(own(actor, guardians), among(guardians.familyId, familyIds), isNull(guardians.erasedAt)))
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()

/** The newest answer to a document of each whom it asks, by their ids; of some, where their ids are given. */
function answersTo(actor: Actor, documentId: string, ids?: readonly string[]): Map<string, ConsentAnswer> {
  const who = sql`coalesce(${consentAnswers.studentId}, ${consentAnswers.guardianId})`
  const rows = select({
    who: sql<string | null>`${who}`,
    isAgreed: consentAnswers.isAgreed,
    name: consentAnswers.name,
    address: consentAnswers.address,
    createdAt: consentAnswers.createdAt,
    number: consentVersions.number,
  })
    .from(consentVersions)
    .innerJoin(consentAnswers, joined(consentAnswers.versionId, consentVersions.id))
    .where(
      and(
        own(actor, consentVersions),
        eq(consentVersions.documentId, documentId),
        ids && sql`${who} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .orderBy(asc(consentAnswers.createdAt), asc(consentAnswers.id))
    .all()
  return new Map(rows.flatMap(({ who: id, ...answer }) => (id ? [[id, answer] as const] : [])))
}

export type Answered = Asked & { state: ConsentState; answer: ConsentAnswer | null }

/** Everyone whom a document asks, with where they are. */
export function listAnswered(actor: Actor, { id, per, asked }: ConsentDocument) {
  const answers = answersTo(actor, id)
  return listAsked(actor, per).map((who) => {
    const answer = answers.get(who.id)
    return { ...who, state: stateOf(answer, asked), answer: answer ?? null }
  })
}

type OwnConsent = ConsentDocument & { whose: Answered[] }

/** The documents that the reader of the family pages can answer, with those for whom they can. A child can't answer. */
export function listOwnConsents(actor: Actor): OwnConsent[] {
  const { students: seen } = findPortal(actor)
  const answering = seen.filter(({ as }) => as !== "child")
  return listDocuments(actor).flatMap((document) => {
    const who = ownAsked(actor, answering, document.per)
    if (who.length === 0) return []
    const answers = answersTo(
      actor,
      document.id,
      who.map(({ id }) => id),
    )
    const whose = who.map((each) => {
      const answer = answers.get(each.id)
      return { ...each, state: stateOf(answer, document.asked), answer: answer ?? null }
    })
    return [{ ...document, whose }]
  })
}

function ownAsked(actor: Actor, seen: readonly PortalStudent[], per: ConsentPer): Asked[] {
  const asStudents = (each: readonly PortalStudent[]): Asked[] =>
    each.map(({ id, name, familyId }) => ({ id, as: "student", name, familyId }))
  if (per === "student") return asStudents(seen)
  const adults = select({
    id: guardians.id,
    name: guardians.name,
    familyId: guardians.familyId,
    of: families.name,
  })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(
      and(own(actor, guardians), eq(guardians.memberId, actor.memberId ?? ""), isNull(guardians.erasedAt)),
    )
    .all()
  if (adults.length > 0)
    return adults.map(({ of, ...adult }) => ({
      ...adult,
      as: "guardian",
      name: adults.length > 1 ? `${adult.name}, ${of}` : adult.name,
    }))
  const selves = seen.filter(({ as }) => as === "self")
  const guarded = new Set(
    listGuardians(
      actor,
      selves.map(({ familyId }) => familyId),
    ).map(({ familyId }) => familyId),
  )
  return asStudents(selves.filter(({ familyId }) => !guarded.has(familyId)))
}

/** How many answers the reader's family has not given yet. */
export const countToAnswer = (actor: Actor): number =>
  listOwnConsents(actor)
    .flatMap(({ whose }) => whose)
    .filter(({ state }) => state === "waiting").length

/**
 * Keeps what a family answers to the version that it read. The same again adds nothing. Refused where the school has published
 * another version since; anyone who isn't the reader's to answer for is not found.
 */
export function answerConsent(
  actor: Actor,
  given: { version: string; whose: Readonly<Record<string, "yes" | "no">>; name: string; address: string },
): Result<{ title: string }, "not-found" | "changed"> {
  return transact(() => {
    const documents = listOwnConsents(actor)
    const document = documents.find(({ versionId }) => versionId === given.version)
    if (!document) return { ok: false, reason: isPublished(actor, given.version) ? "changed" : "not-found" }
    const whose = new Map(document.whose.map((each) => [each.id, each]))
    if (Object.keys(given.whose).some((id) => !whose.has(id))) return { ok: false, reason: "not-found" }
    for (const { id, as, familyId, answer } of document.whose) {
      const isAgreed = given.whose[id] === "yes"
      if (
        given.whose[id] === undefined ||
        (answer?.isAgreed === isAgreed && answer.number === document.number)
      )
        continue
      const guardianId = as === "guardian" ? id : findOwnGuardian(actor, familyId)
      add(actor, consentAnswers, {
        ...{ versionId: document.versionId, isAgreed, name: given.name, address: given.address },
        ...{ studentId: as === "student" ? id : null, guardianId, memberId: actor.memberId },
      })
      recordEvent(actor, {
        ...{ verb: "answer-consent", noun: as, nounId: id },
        after: { title: document.title, version: document.number, isAgreed },
      })
    }
    return { ok: true, title: document.title }
  })
}

const isPublished = (actor: Actor, versionId: string): boolean =>
  select({ id: consentVersions.id })
    .from(consentVersions)
    .where(own(actor, consentVersions, versionId))
    .get() !== undefined

function findOwnGuardian(actor: Actor, familyId: string): string | null {
  const adults = listGuardians(actor, [familyId])
  return adults.find(({ memberId }) => memberId !== null && memberId === actor.memberId)?.id ?? null
}

/** Where a student is with each document in use, and each adult of the family with those that ask adults. */
export function listConsentsOf(actor: Actor, student: { id: string; familyId: string; name: string }) {
  const documents = listDocuments(actor)
  if (documents.length === 0) return []
  const adults = listGuardians(actor, [student.familyId])
  const whoOf = (per: ConsentPer) =>
    per === "adult" && adults.length > 0 ? adults : [{ id: student.id, name: student.name }]
  return documents.flatMap((document) => {
    const who = whoOf(document.per)
    const answers = answersTo(
      actor,
      document.id,
      who.map(({ id }) => id),
    )
    return who.map(({ id, name }) => {
      const answer = answers.get(id) ?? null
      return {
        ...{ id: `${document.id} ${id}`, title: document.title, answer },
        who: document.per === "adult" ? name : null,
        state: stateOf(answer ?? undefined, document.asked),
        isOld: answer !== null && answer.number < document.number,
      }
    })
  })
}

/** The students among these of whom no photos may be taken: the school asks for it, and no one has agreed. */
export function listWithoutPhotos(actor: Actor, studentIds: readonly string[]): Set<string> {
  const refused = new Set<string>()
  for (const { id, kind, per } of listDocuments(actor)) {
    if (kind !== "photo" || per !== "student") continue
    const answers = answersTo(actor, id, studentIds)
    for (const studentId of studentIds) if (!answers.get(studentId)?.isAgreed) refused.add(studentId)
  }
  return refused
}

/** Keeps what a stranger agreed to on the public form, in the transaction that makes the inquiry. */
export function keepStrangersAnswers(
  actor: Actor,
  inquiryId: string,
  {
    versions,
    ...given
  }: { versions: readonly string[]; name: string; address: string | null; createdAt: number },
) {
  for (const versionId of versions)
    if (isPublished(actor, versionId))
      add(actor, consentAnswers, { versionId, inquiryId, isAgreed: true, ...given })
}

/** What was agreed to with an inquiry. */
export const listStrangersAnswers = (actor: Actor, inquiryId: string) =>
  select({
    title: consentDocuments.title,
    number: consentVersions.number,
    createdAt: consentAnswers.createdAt,
  })
    .from(consentAnswers)
    .innerJoin(consentVersions, joined(consentVersions, consentAnswers.versionId))
    .innerJoin(consentDocuments, joined(consentDocuments, consentVersions.documentId))
    .where(and(own(actor, consentAnswers), eq(consentAnswers.inquiryId, inquiryId)))
    .orderBy(asc(consentAnswers.createdAt), asc(consentAnswers.id))
    .all()

/** The stranger is a student now: what they agreed to is that student's, or their guardian's where it asks adults. */
export function handOverAnswers(
  actor: Actor,
  inquiryId: string,
  { studentId, email }: { studentId: string; email: string | null },
) {
  const student = select({ familyId: students.familyId })
    .from(students)
    .where(own(actor, students, studentId))
    .get()
  if (!student) return
  const adults = listGuardians(actor, [student.familyId])
  const guardianId = adults.find((adult) => email !== null && adult.email === email)?.id ?? null
  const rows = select({ id: consentAnswers.id, per: consentDocuments.per })
    .from(consentAnswers)
    .innerJoin(consentVersions, joined(consentVersions, consentAnswers.versionId))
    .innerJoin(consentDocuments, joined(consentDocuments, consentVersions.documentId))
    .where(and(own(actor, consentAnswers), eq(consentAnswers.inquiryId, inquiryId)))
    .all()
  for (const { id, per } of rows)
    change(actor, consentAnswers, id, {
      ...{ inquiryId: null, guardianId },
      studentId: per === "adult" && guardianId ? null : studentId,
    })
}

/** Forgets what was agreed to with inquiries that are deleted. */
export function forgetStrangersAnswers(actor: Actor, inquiryId: string) {
  remove(actor, consentAnswers, eq(consentAnswers.inquiryId, inquiryId))
}
