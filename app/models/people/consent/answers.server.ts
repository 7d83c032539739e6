import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { families, guardians, members, portalAccess, students } from "db/schema/people"
import { consentAnswers, consentDocuments, consentVersions } from "db/schema/people-consents"
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, hasRow, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import type { PortalStudent } from "../family-access/portal"
import { findPortal } from "../family-access/portal.server"
import { addChildSignIn } from "../member/child-sign-in.server"
import { lockSignIn, unlockSignIn } from "../member/member.server"
import {
  type ConsentAnswer,
  type ConsentPer,
  type ConsentState,
  hasRules,
  hasRulesHeading,
  loginConsentAge,
  stateOf,
} from "./consent"
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
    ...columns(students, "id", "firstName", "lastName", "familyId", "email"),
    memberId: members.id,
  })
    .from(students)
    .leftJoin(members, and(joined(members, students.memberId), isNull(members.deactivatedAt)))
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

/** The adults of families, who haven't been erased; `memberId` of those who can log in. */
export const listGuardians = (actor: Actor, familyIds: readonly string[]) =>
  select({ ...columns(guardians, "id", "familyId", "name", "email"), memberId: members.id })
    .from(guardians)
    .leftJoin(members, and(joined(members, guardians.memberId), isNull(members.deactivatedAt)))
    .where(and(own(actor, guardians), among(guardians.familyId, familyIds), isNull(guardians.erasedAt)))
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()

/** The newest answers to documents of each whom they ask, by document and person; of some people, where their ids are given. */
function answersTo(actor: Actor, documents: readonly { id: string }[], ids?: readonly string[]) {
  const who = sql`coalesce(${consentAnswers.studentId}, ${consentAnswers.guardianId})`
  const rows = select({
    who: sql<string | null>`${who}`,
    documentId: consentVersions.documentId,
    ...columns(consentAnswers, "id", "isAgreed", "name", "address", "signedOn", "createdAt"),
    number: consentVersions.number,
  })
    .from(consentVersions)
    .innerJoin(consentAnswers, joined(consentAnswers.versionId, consentVersions.id))
    .where(
      and(
        own(actor, consentVersions),
        among(
          consentVersions.documentId,
          documents.map(({ id }) => id),
        ),
        ids && sql`${who} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .orderBy(asc(consentAnswers.createdAt), asc(consentAnswers.id))
    .all()
  const found = new Map<string, ConsentAnswer>()
  for (const { who: id, documentId, ...answer } of rows) if (id) found.set(`${documentId} ${id}`, answer)
  return (documentId: string, id: string) => found.get(`${documentId} ${id}`)
}

export type Answered = Asked & { state: ConsentState; answer: ConsentAnswer | null }

/** Everyone whom each of these documents asks, with where they are. */
export function listAnsweredTo(actor: Actor, documents: readonly ConsentDocument[]) {
  const answerOf = answersTo(actor, documents)
  const askedOf = oncePer((per) => listAsked(actor, per))
  return documents.map((document) =>
    askedOf(document.per).map((who) => ({ ...who, ...stateIn(document, answerOf(document.id, who.id)) })),
  )
}

/** The same of one. */
export const listAnswered = (actor: Actor, document: ConsentDocument) =>
  listAnsweredTo(actor, [document])[0] ?? []

const stateIn = ({ asked }: ConsentDocument, answer: ConsentAnswer | undefined) => ({
  state: stateOf(answer, asked),
  answer: answer ?? null,
})

/** Whom documents ask is read once for those that ask adults, and once for those that ask for each student. */
function oncePer<Who>(read: (per: ConsentPer) => Who): (per: ConsentPer) => Who {
  const known = new Map<ConsentPer, Who>()
  return (per) => {
    const found = known.get(per) ?? read(per)
    known.set(per, found)
    return found
  }
}

/** `decidesLogin`: someone whom it asks for needs it to log in. */
type OwnConsent = ConsentDocument & { whose: Answered[]; decidesLogin: boolean }

/**
 * The documents that the reader of the family pages can answer, with those for whom they can. A child can't answer. From which network
 * another parent answered is the office's to see.
 */
export function listOwnConsents(actor: Actor): OwnConsent[] {
  const documents = listDocuments(actor)
  if (documents.length === 0) return []
  const answering = findPortal(actor).students.filter(({ as }) => as !== "child")
  const askedOf = oncePer((per) => ownAsked(actor, answering, per))
  const people = [...askedOf("adult"), ...askedOf("student")].map(({ id }) => id)
  const answerOf = answersTo(actor, documents, people)
  return documents.flatMap((document) => {
    const whose = askedOf(document.per).map((who) => {
      const { state, answer } = stateIn(document, answerOf(document.id, who.id))
      return { ...who, state, answer: answer && { ...answer, address: null } }
    })
    const decidesLogin =
      document.isForLogins &&
      whose.some(({ id, as }) => as === "student" && mayBeChild(actor, find(actor, students, id)))
    return whose.length > 0 ? [{ ...document, whose, decidesLogin }] : []
  })
}

function ownAsked(actor: Actor, seen: readonly PortalStudent[], per: ConsentPer): Asked[] {
  const asStudents = (each: readonly PortalStudent[]): Asked[] =>
    each.map(({ id, name, familyId }) => ({ id, as: "student", name, familyId }))
  if (per === "student") return asStudents(seen)
  const adults = select({
    ...columns(guardians, "id", "name", "familyId"),
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
export function countToAnswer(actor: Actor): number {
  if (!listDocuments(actor).some(({ asked }) => asked > 0)) return 0
  const whose = listOwnConsents(actor).flatMap((document) => document.whose)
  return whose.filter(({ state }) => state === "waiting").length
}

/** Whose login a yes doesn't open: another consent is missing, or else the school has locked it. */
export type LockedLogin = { name: string; needsConsent: boolean }

/**
 * Keeps what a family answers to the version that it read. The same again adds nothing. Refused where the school has published
 * another version since; anyone who isn't the reader's to answer for is not found.
 */
export function answerConsent(
  actor: Actor,
  given: {
    document?: string
    version: string
    whose: Readonly<Record<string, "yes" | "no">>
    name: string
    address: string
  },
): Result<{ title: string; locked: LockedLogin[] }, "not-found" | "changed"> {
  return transact(() => {
    const locked: LockedLogin[] = []
    const documents = listOwnConsents(actor)
    const document = documents.find(({ versionId }) => versionId === given.version)
    if (!document) return { ok: false, reason: isPublished(actor, given.version) ? "changed" : "not-found" }
    if (given.document !== undefined && given.document !== document.id)
      return { ok: false, reason: "not-found" }
    const whose = new Map(document.whose.map((each) => [each.id, each]))
    if (Object.keys(given.whose).some((id) => !whose.has(id))) return { ok: false, reason: "not-found" }
    for (const { id, as, familyId, name, answer } of document.whose) {
      if (given.whose[id] === undefined) continue
      const isAgreed = given.whose[id] === "yes"
      // A login may have been made since, so that the same no locks it, too.
      if (!isAgreed && document.isForLogins && as === "student") closeChildLogin(actor, id)
      if (answer?.isAgreed === isAgreed && answer.number === document.number) continue
      const guardianId = as === "guardian" ? id : findOwnGuardian(actor, familyId)
      add(actor, consentAnswers, {
        ...{ versionId: document.versionId, isAgreed, name: given.name, address: given.address },
        ...{ studentId: as === "student" ? id : null, guardianId, memberId: actor.memberId },
      })
      recordEvent(actor, `${as}.answer-consent`, id, {
        after: { title: document.title, version: document.number, isAgreed },
      })
      if (isAgreed && document.isForLogins && as === "student")
        locked.push(...stillLocked(actor, { id, name }))
    }
    return { ok: true, title: document.title, locked }
  })
}

const isPublished = (actor: Actor, versionId: string): boolean => hasRow(actor, consentVersions, versionId)

function findOwnGuardian(actor: Actor, familyId: string): string | null {
  const adults = listGuardians(actor, [familyId])
  return adults.find(({ memberId }) => memberId !== null && memberId === actor.memberId)?.id ?? null
}

export type PaperRefusal = "not-found" | "in-the-future" | "before-version" | "answered-since"

/** Why a yes signed on paper on some day isn't kept, of a document and, where it is known, what was answered to it. */
export function refusalOfPaper(
  actor: Actor,
  documentId: string,
  signedOn: string,
  answer: ConsentAnswer | null = null,
  isAgreed = true,
): PaperRefusal | undefined {
  const document = listDocuments(actor).find(({ id }) => id === documentId)
  if (!document) return "not-found"
  if (signedOn > todayOf(actor)) return "in-the-future"
  if (signedOn < localDate(document.publishedAt, actor.school.timeZone)) return "before-version"
  const answeredOn = answer && (answer.signedOn ?? localDate(answer.createdAt, actor.school.timeZone))
  const isBeaten = answer?.signedOn === null && isAgreed && answeredOn === signedOn
  return answeredOn && (answeredOn > signedOn || isBeaten) ? "answered-since" : undefined
}

/** Takes a yes back that was entered from paper; a no before it locks the login again. False once the same was answered again. */
export function takePaperBack(actor: Actor, answerId: string): boolean {
  const entered = find(actor, consentAnswers, answerId)
  if (!entered) return false
  const { versionId, studentId, guardianId } = entered
  const documentId = find(actor, consentVersions, versionId)?.documentId ?? ""
  const who = studentId ?? guardianId ?? ""
  const document = listDocuments(actor).find(({ id }) => id === documentId)
  if (answersTo(actor, [{ id: documentId }], [who])(documentId, who)?.id !== answerId) return false
  remove(actor, consentAnswers, answerId)
  const before = answersTo(actor, [{ id: documentId }], [who])(documentId, who)
  if (studentId && document?.isForLogins && before?.isAgreed === false) closeChildLogin(actor, studentId)
  recordEvent(actor, `${studentId ? "student" : "guardian"}.undo-consent`, who, {
    after: { title: document?.title ?? "" },
  })
  return true
}

/**
 * Keeps an answer that was signed on paper to a document as it is in force. `what` is the id of a row of `listConsentsOf`. The same paper
 * again adds nothing. Refused for a day to come or before that text was published, and where the family has answered since: a withdrawal in
 * the portal holds against a yes on paper of the same day.
 */
export function enterPaperConsent(
  actor: Actor,
  student: { id: string; familyId: string; name: string },
  given: { what: string; name: string; isAgreed: boolean; signedOn: string },
): Result<{ title: string; answerId: string | null; locked: LockedLogin[] }, PaperRefusal> {
  return transact(() => {
    const row = listConsentsOf(actor, student).find(({ id }) => id === given.what)
    const document = row && listDocuments(actor).find(({ id }) => id === row.documentId)
    if (!row || !document) return { ok: false, reason: "not-found" }
    const { name, isAgreed, signedOn } = given
    const { answer, whoId } = row
    const refusal = refusalOfPaper(actor, document.id, signedOn, answer, isAgreed)
    if (refusal) return { ok: false, reason: refusal }
    const isOfStudent = whoId === student.id
    if (!isAgreed && document.isForLogins && isOfStudent) closeChildLogin(actor, whoId)
    const isSame = answer?.signedOn === signedOn && answer.name === name && answer.isAgreed === isAgreed
    if (isSame && answer.number === document.number)
      return { ok: true, title: document.title, answerId: null, locked: [] }
    const answerId = add(actor, consentAnswers, {
      ...{ versionId: document.versionId, isAgreed, name, signedOn, memberId: actor.memberId },
      ...(isOfStudent ? { studentId: whoId } : { guardianId: whoId }),
    })
    recordEvent(actor, `${isOfStudent ? "student" : "guardian"}.answer-consent`, whoId, {
      after: { title: document.title, version: document.number, isAgreed, isOnPaper: true },
    })
    const locked = isAgreed && document.isForLogins && isOfStudent ? stillLocked(actor, student) : []
    return { ok: true, title: document.title, answerId, locked }
  })
}

/**
 * Whether a student is too young to log in without a guardian's yes, and how that stands. Where the school asks for one, a child whose birth
 * date isn't known needs it, too.
 */
export function findLoginConsent(actor: Actor, student: { id: string; birthDate: string | null }) {
  const isChild = isBelowLoginAge(actor, student.birthDate)
  const documents = mayBeChild(actor, student)
    ? listDocuments(actor).filter(({ isForLogins }) => isForLogins)
    : []
  const answerOf = answersTo(actor, documents, [student.id])
  const isMissing = documents.some(
    (document) => stateOf(answerOf(document.id, student.id), Math.max(document.asked, 1)) !== "agreed",
  )
  return {
    /** No document of the school asks for it yet. */
    isUnset: isChild && documents.length === 0,
    isMissing: isMissing || (isChild && documents.length === 0),
    isAgeKnown: student.birthDate !== null,
    titles: documents.map(({ title }) => title),
  }
}

const isBelowLoginAge = (actor: Actor, birthDate: string | null) =>
  birthDate !== null && ageOn(birthDate, todayOf(actor)) < loginConsentAge

/** Whether a student's login needs what the school asks for a child's. */
const mayBeChild = (actor: Actor, student: { id: string; birthDate: string | null } | undefined): boolean =>
  student !== undefined && (isBelowLoginAge(actor, student.birthDate) || isOfUnknownAge(actor, student))

/** A student with guardians who doesn't log in as an adult, and whose birth date isn't known. */
function isOfUnknownAge(actor: Actor, { id, birthDate }: { id: string; birthDate: string | null }): boolean {
  const familyId = birthDate === null ? find(actor, students, id)?.familyId : undefined
  const isSelf = and(eq(portalAccess.studentId, id), eq(portalAccess.as, "self"))
  return (
    familyId !== undefined &&
    listGuardians(actor, [familyId]).length > 0 &&
    !hasRow(actor, portalAccess, isSelf)
  )
}

/** Opens the login of a child who has a yes; the child, where it stays locked. */
const stillLocked = (actor: Actor, { id, name }: { id: string; name: string }): LockedLogin[] =>
  openChildLogin(actor, id) ? [] : [{ name, needsConsent: !isLoginAllowed(actor, id) }]

/**
 * Opens the login that a guardian's no locked; false where it stays locked. A family locks no login but by its no, so that its lock as the
 * last one tells, and of a no on paper the lock says so.
 */
function openChildLogin(actor: Actor, studentId: string): boolean {
  const memberId = find(actor, students, studentId)?.memberId
  if (!memberId || find(actor, members, memberId)?.deactivatedAt == null) return true
  const last = select({ role: members.role, after: events.after })
    .from(events)
    .leftJoin(members, joined(members, events.memberId))
    .where(
      and(
        own(actor, events),
        eq(events.noun, "member"),
        eq(events.nounId, memberId),
        eq(events.verb, "lock"),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .get()
  const isOfConsent = last?.role === "student" || last?.after?.includes("byConsent")
  return isOfConsent === true && isLoginAllowed(actor, studentId) && unlockSignIn(actor, memberId).ok
}

/** Locks the login of a child whose guardian has withdrawn; it is opened again with a new yes alone. */
function closeChildLogin(actor: Actor, studentId: string) {
  const student = find(actor, students, studentId)
  if (!student?.memberId) return
  if (mayBeChild(actor, student)) lockSignIn(actor, student.memberId, { byConsent: true })
}

type NewLogin = Parameters<typeof addChildSignIn>[2]

/** Adds a login for a child; below the age for it refused without a guardian's yes. */
export const addChildLogin = (
  actor: Actor,
  studentId: string,
  login: NewLogin,
): ReturnType<typeof addChildSignIn> | { ok: false; reason: "needs-consent" } =>
  transact(() =>
    isLoginAllowed(actor, studentId)
      ? addChildSignIn(actor, studentId, login)
      : { ok: false, reason: "needs-consent" },
  )

/** Whether nothing keeps a student from logging in. */
export function isLoginAllowed(actor: Actor, studentId: string): boolean {
  const student = find(actor, students, studentId)
  return !student || !findLoginConsent(actor, student).isMissing
}

/** Where a student is with each document in use, and each adult of the family with those that ask adults. */
export function listConsentsOf(actor: Actor, student: { id: string; familyId: string; name: string }) {
  const documents = listDocuments(actor)
  if (documents.length === 0) return []
  const adults = listGuardians(actor, [student.familyId])
  const whoOf = (per: ConsentPer) =>
    per === "adult" && adults.length > 0 ? adults : [{ id: student.id, name: student.name }]
  const answerOf = answersTo(actor, documents, [student.id, ...adults.map(({ id }) => id)])
  return documents.flatMap((document) =>
    whoOf(document.per).map(({ id, name }) => ({
      ...{ id: `${document.id} ${id}`, documentId: document.id, whoId: id, title: document.title },
      who: document.per === "adult" ? name : null,
      ...stateIn(document, answerOf(document.id, id)),
    })),
  )
}

/** The students among these of whom no photos may be taken: the school asks for it, and no one has agreed to it as it is asked now. */
export function listWithoutPhotos(actor: Actor, studentIds: readonly string[]): Set<string> {
  const photos = listDocuments(actor).filter(({ kind, per }) => kind === "photo" && per === "student")
  if (photos.length === 0) return new Set()
  const answerOf = answersTo(actor, photos, studentIds)
  return new Set(
    studentIds.filter((id) =>
      photos.some((photo) => stateOf(answerOf(photo.id, id), photo.asked) !== "agreed"),
    ),
  )
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

/**
 * The stranger is a student now: what they agreed to is that student's, or their guardian's where it asks adults. Only what comes from
 * an address of theirs is: anyone can name a student on the public form.
 */
export function handOverAnswers(
  actor: Actor,
  inquiryId: string,
  { studentId, email }: { studentId: string; email: string | null },
) {
  const student = ownRows(actor, students, ["familyId", "email"]).where(eq(students.id, studentId)).get()
  if (!student) return
  const adults = listGuardians(actor, [student.familyId])
  const isTheirs = (each: { email: string | null }) => email !== null && each.email?.toLowerCase() === email
  const guardianId = adults.find(isTheirs)?.id ?? null
  if (!guardianId && (adults.length > 0 || !isTheirs(student))) {
    forgetStrangersAnswers(actor, inquiryId)
    return
  }
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

/**
 * The document in which families agree to these rules, the newest where there are several: how many were asked to answer it and how
 * many have agreed, and whether it has the rules as they are. Null where there is none.
 */
export function findAgreement(actor: Actor, rules: readonly string[]) {
  const all = listDocuments(actor).filter(({ kind }) => kind === "policy")
  const document = all.filter(({ body }) => hasRulesHeading(body)).at(-1) ?? all.at(-1)
  if (!document) return null
  const asked = listAnswered(actor, document).filter(({ state }) => state !== "none")
  return {
    ...{ documentId: document.id, title: document.title, number: document.number },
    publishedOn: localDate(document.publishedAt, actor.school.timeZone),
    asked: asked.length,
    agreed: asked.filter(({ state }) => state === "agreed").length,
    isCurrent: hasRules(document.body, rules),
  }
}
