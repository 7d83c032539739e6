import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { families, guardians, students } from "db/schema/people"
import { inquiries, inquiryDetails, inquiryDrafts } from "db/schema/people-inquiries"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { VerbOf } from "~/models/foundation/audit/events"
import { answersFor, saveAnswers } from "~/models/foundation/custom-field/answers.server"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import { deliveryOf } from "~/models/foundation/outbox/delivery.server"
import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { fold, fullName } from "~/utils/names"
import { addressText } from "~/utils/postal-address"
import type { Result } from "~/utils/result"
import { forgetStrangersAnswers, handOverAnswers } from "../consent/answers.server"
import { setStatus } from "../student/set-status.server"
import { admitStudent } from "../student/student.server"
import { findInquiry, findKnown, type Inquiry } from "./inquiries.server"
import { timesText } from "./inquiry"
import type { AdmitForm } from "./inquiry-form"

// What the office does with an inquiry. Once someone is a student, the inquiry keeps only where it came from and what was agreed to.

type Done = Result<void, "not-found" | "is-student" | "is-lost">

/** Changes an inquiry; what a student's status says is refused once there is a student, and all but opening it again once it is lost. */
function changeOpen(
  actor: Actor,
  inquiryId: string,
  verb: VerbOf<"inquiry">,
  facts: Partial<Pick<typeof inquiries.$inferInsert, "state" | "lostReason" | "nextStep" | "nextOn">>,
): Done {
  return transact(() => {
    const found = findInquiry(actor, inquiryId)
    if (!found) return { ok: false, reason: "not-found" }
    const refusal = refusalOf(found, verb)
    if (refusal) return { ok: false, reason: refusal }
    change(actor, inquiries, inquiryId, facts)
    if (verb !== "reopen") noteAnswer(actor, inquiryId)
    recordEvent(actor, `inquiry.${verb}`, inquiryId)
    return { ok: true }
  })
}

/** Keeps when the office first did something about an inquiry. */
function noteAnswer(actor: Actor, inquiryId: string) {
  saveDetails(actor, inquiryId, {})
  change(
    actor,
    inquiryDetails,
    and(eq(inquiryDetails.inquiryId, inquiryId), isNull(inquiryDetails.answeredAt)),
    {
      answeredAt: now(),
    },
  )
}

/** Changes the details of an inquiry; one from before there were any gets them. */
function saveDetails(
  actor: Actor,
  inquiryId: string,
  facts: { memberId?: string | null; answers?: ""; address?: null; emergencyContact?: null },
) {
  const ofIt = eq(inquiryDetails.inquiryId, inquiryId)
  const before = ownRows(actor, inquiryDetails, ["id"]).where(ofIt).get()
  if (!before) add(actor, inquiryDetails, { inquiryId, ...facts })
  else if (Object.keys(facts).length > 0) change(actor, inquiryDetails, before.id, facts)
}

/** A student's next step is planned until they are one for good. */
function refusalOf({ studentId, stage }: Inquiry, verb?: VerbOf<"inquiry">) {
  if (studentId !== null) return verb === "plan" && stage !== "won" ? undefined : "is-student"
  return stage === "lost" && verb !== "reopen" ? "is-lost" : undefined
}

export const markContacted = (
  actor: Actor,
  inquiryId: string,
): Done | { ok: false; reason: "is-contacted" } =>
  findInquiry(actor, inquiryId)?.stage === "contacted"
    ? { ok: false, reason: "is-contacted" }
    : changeOpen(actor, inquiryId, "contact", { state: "contacted", lostReason: null })

/**
 * Emails an answer to who asked, and marks the inquiry as contacted. Refused once there is a student, while it is lost, and where
 * emails to the address come back.
 */
export function answerInquiry(
  actor: Actor,
  inquiryId: string,
  { subject, body }: { subject: string; body: string },
): Result<{ email: string }, "not-found" | "is-student" | "is-lost" | "returned"> {
  return transact(() => {
    const found = findInquiry(actor, inquiryId)
    if (!found?.email) return { ok: false, reason: "not-found" }
    const { email, guardianName, name } = found
    if (findBounces([email]).size > 0) return { ok: false, reason: "returned" }
    const answered = changeOpen(actor, inquiryId, "answer", { state: "contacted", lostReason: null })
    if (!answered.ok) return answered
    mailTo(actor, { email, name: guardianName ?? name }, "inquiry-reply", {
      ...{ subject, body, inquiryId, authorName: actor.name },
    })
    return { ok: true, email }
  })
}

/** Keeps that the office has made an offer, in the caller's transaction. */
export function noteOffered(actor: Actor, inquiryId: string, by?: string) {
  noteAnswer(actor, inquiryId)
  change(actor, inquiries, and(eq(inquiries.id, inquiryId), eq(inquiries.state, "new")), {
    state: "contacted",
  })
  recordEvent(actor, "inquiry.offer", inquiryId, { ...(by ? { by } : {}) })
}

/** The emails that answer an inquiry; its address alone leads to them by an index. */
const isAnswerTo = (actor: Actor, { id, email }: { id: string; email: string | null }) =>
  and(
    own(actor, emails),
    eq(emails.recipient, email ?? ""),
    eq(emails.template, "inquiry-reply" satisfies MailTemplate),
    sql`${emails.data} ->> '$.inquiryId' = ${id}`,
  )

/** What was answered by email, oldest first: who wrote it, when it was sent (UTC ms) and what became of it. */
export const listInquiryAnswers = (actor: Actor, inquiry: Pick<Inquiry, "id" | "email">) =>
  select()
    .from(emails)
    .where(isAnswerTo(actor, inquiry))
    .orderBy(asc(emails.createdAt), asc(emails.id))
    .all()
    .map((mail) => {
      const { subject, body, authorName } = JSON.parse(mail.data) as MailData["inquiry-reply"]
      return { id: mail.id, subject, body, authorName, sentAt: mail.createdAt, delivery: deliveryOf(mail) }
    })

export const loseInquiry = (actor: Actor, inquiryId: string, lostReason: string) =>
  changeOpen(actor, inquiryId, "lose", { state: "lost", lostReason, nextStep: null, nextOn: null })

export const reopenInquiry = (actor: Actor, inquiryId: string) =>
  changeOpen(actor, inquiryId, "reopen", { state: "contacted", lostReason: null })

/** Plans what comes next, when, and who does it: someone of the office, or no one in particular. */
export const planNextStep = (
  actor: Actor,
  inquiryId: string,
  { nextStep, nextOn, memberId }: { nextStep?: string; nextOn?: string; memberId?: string },
): Done | { ok: false; reason: "no-member" } =>
  transact(() => {
    if (memberId && !listOfficeMembers(actor).some(({ id }) => id === memberId))
      return { ok: false, reason: "no-member" }
    const planned = changeOpen(actor, inquiryId, "plan", {
      nextStep: nextStep || null,
      nextOn: nextOn || null,
    })
    if (planned.ok) saveDetails(actor, inquiryId, { memberId: memberId || null })
    return planned
  })

/**
 * Deletes what a stranger sent and was answered, for good: spam, or someone who asks to be forgotten. A student's record stays. An
 * answer that hasn't left isn't sent any more.
 */
export function removeInquiry(actor: Actor, inquiryId: string): Result<void, "not-found"> {
  return transact(() => {
    const found = findInquiry(actor, inquiryId)
    if (found) remove(actor, emails, isAnswerTo(actor, found))
    forgetStrangersAnswers(actor, inquiryId)
    if (remove(actor, inquiries, inquiryId) === 0) return { ok: false, reason: "not-found" }
    recordEvent(actor, "inquiry.remove", inquiryId)
    return { ok: true }
  })
}

type Refused = Exclude<ReturnType<typeof admitStudent>, { ok: true } | { reason: "looks-known" }>
type Admitted =
  | { ok: true; studentId: string; name: string }
  | { ok: false; reason: "not-found" | "is-student" | "is-lost" | "known-changed" }
  | Refused

/**
 * Adds the student with guardian and family, or to a family the school has, from what was asked. Refused when the school knows someone
 * like that whom the page hadn't named yet.
 */
export function admitInquiry(actor: Actor, inquiryId: string, { status, family, seen }: AdmitForm): Admitted {
  return allOrNothing((): Admitted => {
    const found = findInquiry(actor, inquiryId)
    if (!found) return { ok: false, reason: "not-found" }
    const refusal = refusalOf(found)
    if (refusal) return { ok: false, reason: refusal }
    if (findKnown(actor, found).seen !== seen) return { ok: false, reason: "known-changed" }
    const { firstName, lastName, birthDate, guardianName, instrument, level } = found
    const email = found.email ?? undefined
    const phone = found.phone ?? undefined
    const guardian = guardianName && {
      ...{ name: guardianName, email, phone, payerShare: 10_000, seesMoney: true, remove: false },
    }
    const admitted = admitStudent(
      actor,
      {
        ...{ firstName, lastName, status, family },
        ...(birthDate ? { birthDate } : {}),
        ...(guardian ? {} : { email, phone }),
        instruments: instrument ? [{ instrument, level }] : [],
        guardians: guardian && family === "new" ? [guardian] : [],
        notes: wordsOf(found, isGuardianMissing(actor, found, family), family !== "new") || undefined,
      },
      { anyway: true },
    )
    if (!admitted.ok)
      return admitted.reason === "looks-known" ? { ok: false, reason: "known-changed" } : admitted
    keepFacts(actor, found, admitted.studentId)
    handOver(actor, found, admitted.studentId)
    return { ok: true, studentId: admitted.studentId, name: found.name }
  })
}

/**
 * Says that who asked is a student the school has: the words go to that student's notes, and no one is added. A former student is a lead
 * again from today, so that the inquiry is open and not lost.
 */
export function linkInquiry(
  actor: Actor,
  inquiryId: string,
  studentId: string,
): Result<{ name: string }, "not-found" | "is-student" | "is-lost"> {
  return transact(() => {
    const found = findInquiry(actor, inquiryId)
    if (!found) return { ok: false, reason: "not-found" }
    const refusal = refusalOf(found)
    if (refusal) return { ok: false, reason: refusal }
    const known = findKnown(actor, found).students.find(({ id }) => id === studentId)
    if (!known) return { ok: false, reason: "not-found" }
    const student = find(actor, students, studentId)
    const words = wordsOf(found, isGuardianMissing(actor, found, known.familyId), true)
    if (words)
      change(actor, students, studentId, {
        notes: [student?.notes, words].filter(Boolean).join("\n\n"),
      })
    if (student?.status === "former")
      setStatus(actor, studentId, { before: "former", status: "lead", reason: "Asked for lessons again" })
    keepFacts(actor, found, studentId)
    handOver(actor, found, studentId)
    return { ok: true, name: known.name }
  })
}

/** The address, whom to call and the answers to custom fields become the family's and the student's, where they have none. */
function keepFacts(actor: Actor, { address, emergencyContact, custom }: Inquiry, studentId: string) {
  const student = find(actor, students, studentId)
  if (!student) return
  const { familyId } = student
  if (address) change(actor, families, and(eq(families.id, familyId), isNull(families.address)), { address })
  if (emergencyContact)
    change(actor, students, and(eq(students.id, studentId), isNull(students.emergencyContact)), {
      emergencyContact,
    })
  if (Object.keys(custom).length === 0) return
  for (const [noun, subjectId] of [
    ["student", studentId],
    ["family", familyId],
  ] as const)
    saveAnswers(actor, { noun, subjectId }, { ...custom, ...answersFor(actor, subjectId) })
}

/** What has no field of its own with a student. */
function wordsOf(
  { message, times, guardianName, email, phone, address }: Inquiry,
  namesGuardian: boolean,
  isKnownFamily: boolean,
): string {
  const suits = timesText(times)
  const guardian = [guardianName, email, phone].filter(Boolean).join(", ")
  return [
    message,
    suits && `Suits them: ${suits}.`,
    namesGuardian && `Asked by ${guardian}.`,
    isKnownFamily && addressText(address),
  ]
    .filter(Boolean)
    .join("\n\n")
}

/** Whether the family doesn't have the adult who asked. */
function isGuardianMissing(actor: Actor, { email }: Inquiry, familyId: string): boolean {
  if (familyId === "new" || !email) return false
  const found = ownRows(actor, guardians, ["id"])
    .where(and(eq(guardians.familyId, familyId), eq(guardians.email, email)))
    .get()
  return found === undefined
}

function handOver(actor: Actor, { id: inquiryId, email }: Inquiry, studentId: string) {
  handOverAnswers(actor, inquiryId, { studentId, email })
  noteAnswer(actor, inquiryId)
  saveDetails(actor, inquiryId, { answers: "", address: null, emergencyContact: null })
  change(actor, inquiries, and(eq(inquiries.id, inquiryId), isNull(inquiries.studentId)), {
    ...{ studentId, state: "contacted", lostReason: null, nextStep: null, nextOn: null },
    ...{ firstName: null, lastName: null, birthDate: null, guardianName: null, email: null, phone: null },
    ...{ times: null, message: null },
  })
  recordEvent(actor, "inquiry.admit", inquiryId)
}

type Asker = Record<"names" | "addresses" | "familyAddresses", readonly string[]>

/** What a person asked for: by their email, or for a student by the name with an email of their family. */
export function listAskedBy(actor: Actor, { names, addresses, familyAddresses }: Asker) {
  const theirs = new Set(names.map(fold))
  return ownRows(actor, inquiries)
    .where(inArray(inquiries.email, [...addresses, ...familyAddresses]))
    .all()
    .map(({ firstName, lastName, ...row }) => ({
      ...row,
      name: fullName({ firstName: firstName ?? "", lastName: lastName ?? "" }),
    }))
    .filter(({ email, name }) => addresses.includes(email ?? "") || theirs.has(fold(name)))
}

/** Deletes what an erased person asked for. */
export function forgetInquiries(
  actor: Actor,
  person: Asker,
  /** What is done with each before. */
  before?: (inquiryId: string) => void,
) {
  for (const { id, email } of listAskedBy(actor, person)) {
    before?.(id)
    forgetStrangersAnswers(actor, id)
    remove(actor, emails, isAnswerTo(actor, { id, email }))
    remove(actor, inquiries, id)
  }
  for (const address of person.addresses) remove(actor, inquiryDrafts, eq(inquiryDrafts.email, address))
}
