import { transact } from "db/client.server"
import { inquiries, inquiryDetails, inquiryDrafts } from "db/schema/people-inquiries"
import { and, eq, gt, isNull, lte, ne, not, or, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  ownRows,
  type Params,
  platformQuery,
  remove,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { mailTo, queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { hashOf } from "~/utils/ids.server"
import { fold, fullName } from "~/utils/names"
import { derivedTokens, isKeyedHash, keyedHash } from "~/utils/seal.server"
import { keepStrangersAnswers } from "../consent/answers.server"
import type { FormPurpose } from "../enrollment-form/enrollment-form"
import { findForm } from "../enrollment-form/enrollment-form.server"
import { askedFor, linkDays } from "./inquiry"
import type { InquiryForm } from "./inquiry-form"

// From what a stranger sends to an inquiry: a draft that only its link can confirm. Until then the school has nothing, and the one
// email that leaves holds no word of the stranger's.

const minute = 60_000
const lifetimeMs = linkDays * 24 * 60 * minute
/** The same words within this time are one form, pressed twice. */
const repeatMs = 10 * minute

/** By each of our secrets, newest first. */
const tokensOf = (draftId: string) => derivedTokens(`inquiry:${draftId}`)

/** The token of a draft's link, for its email: the one it was made with, also after the secret was changed. */
export function tokenOfDraft(actor: Actor, draftId: string): string {
  const draft = find(actor, inquiryDrafts, draftId)
  const tokens = tokensOf(draftId)
  return tokens.find((token) => hashOf(token) === draft?.tokenHash) ?? tokens[0] ?? ""
}

/** Keeps what a stranger sent, and mails them the link that confirms it. The same sent twice is one. */
export function receiveInquiry(
  actor: Actor,
  form: InquiryForm,
  address: string,
  by: { formId?: string; formPurpose?: FormPurpose; timesFor?: string | null; price?: TrialPrice } = {},
) {
  transact(() => {
    const answers = JSON.stringify({ ...form, address, ...by })
    const isRepeated = ownRows(actor, inquiryDrafts, ["id"])
      .where(
        and(
          eq(inquiryDrafts.email, form.email),
          eq(inquiryDrafts.answers, answers),
          gt(inquiryDrafts.createdAt, now() - repeatMs),
        ),
      )
      .get()
    if (isRepeated) return
    const row = newRow(actor)
    add(actor, inquiryDrafts, {
      ...row,
      email: form.email,
      answers,
      tokenHash: hashOf(tokensOf(row.id)[0] ?? ""),
      expiresAt: row.createdAt + lifetimeMs,
    })
    queueMail({
      template: "inquiry-confirmation",
      schoolId: actor.school.id,
      recipient: form.email,
      data: { schoolName: actor.school.name, schoolId: actor.school.id, draftId: row.id },
    })
  })
}

export type DraftState = "open" | "confirmed" | "expired"

/** What a link in an email is for now; undefined when it is none of this school's. */
export function findDraftState(actor: Actor, token: string): DraftState | undefined {
  const draft = findDraft(actor, token)
  return draft && stateOf(draft)
}

const stateOf = ({ confirmedAt, expiresAt }: typeof inquiryDrafts.$inferSelect): DraftState =>
  confirmedAt !== null ? "confirmed" : expiresAt <= now() ? "expired" : "open"

const findDraft = (actor: Actor, token: string) =>
  ownRows(actor, inquiryDrafts)
    .where(eq(inquiryDrafts.tokenHash, hashOf(token)))
    .get()

/**
 * Makes a draft an inquiry: the office hears of it, and who asked gets a receipt. Pressed again it does nothing; someone who asks
 * again for the same student while the office hasn't answered changes the inquiry that is there.
 */
export function confirmInquiry(
  actor: Actor,
  token: string,
  /** What else is done in the same transaction. It answers which letters of a request its own stand for. */
  also?: (inquiryId: string, facts: Facts) => "all" | "receipt" | "none",
): DraftState | undefined {
  return transact(() => {
    const draft = findDraft(actor, token)
    if (!draft || stateOf(draft) !== "open") return draft && stateOf(draft)
    change(actor, inquiryDrafts, draft.id, { confirmedAt: now(), answers: "" })
    const {
      forWhom,
      times,
      consents,
      address,
      formId,
      formPurpose,
      time: _,
      timesFor: __,
      price: ___,
      classId: ____,
      homeAddress,
      emergencyContact,
      custom,
      ...answers
    } = JSON.parse(draft.answers) as Answers
    const given = {
      ...answers,
      guardianName: forWhom === "child" ? (answers.guardianName ?? null) : null,
      className: answers.className ?? null,
      ...(times.length > 0 ? { times: times.join(" ") } : {}),
    }
    const facts = { ...without, ...given }
    const inquiryId = keep(actor, facts, given)
    keepDetails(actor, inquiryId, {
      ...{ formId, formPurpose, homeAddress, emergencyContact, custom },
    })
    keepStrangersAnswers(actor, inquiryId, {
      ...{ versions: consents ?? [], address: address ?? null, createdAt: draft.createdAt },
      name: facts.guardianName ?? fullName(facts),
    })
    recordEvent(actor, "inquiry.receive", inquiryId, { after: {}, by: "The public page" })
    const told = also?.(inquiryId, facts) ?? "none"
    if (told !== "all") tell(actor, inquiryId, { ...facts, formPurpose }, { hasReceipt: told === "none" })
    return "open"
  })
}

/** Those of drafts from before there were documents and forms say nothing of them. */
type Answers = Omit<InquiryForm, "consents" | "custom" | "time" | "classId"> & {
  classId?: string | null
  consents?: string[]
  address?: string
  custom?: CustomAnswers
  formId?: string
  formPurpose?: FormPurpose
  /** The time of a trial lesson that they chose. */
  time?: string
  /** The instrument that the times were for; null where they were of all teachers. */
  timesFor?: string | null
  price?: TrialPrice
}

/** What a trial lesson costs, as the form said: minor units with tax, 0 for free, null where it said nothing. */
export type TrialPrice = number | null

export type TrialWish = {
  formId: string
  time: string
  /** The instrument that the times were for; null where they were of all teachers. */
  instrument: string | null
  /** When it was sent (UTC ms). */
  sentAt: number
  /** Of drafts from before prices were kept it isn't known. */
  price: TrialPrice | undefined
}

/** What was sent with a draft that can be confirmed, and when (UTC ms). */
function readOpen(actor: Actor, token: string) {
  const draft = findDraft(actor, token)
  if (!draft || stateOf(draft) !== "open") return undefined
  return { ...(JSON.parse(draft.answers) as Answers), sentAt: draft.createdAt }
}

/** What a draft that can be confirmed wants to book: a form and a time of it; undefined for all others. */
export function findWish(actor: Actor, token: string): TrialWish | undefined {
  const sent = readOpen(actor, token)
  if (!sent?.formId || !sent.time) return undefined
  const { formId, time, instrument = null, timesFor = instrument, sentAt, price } = sent
  return { formId, time, instrument: timesFor, sentAt, price }
}

/** The class that a draft that can be confirmed asks for, and the form it came by; undefined for all others. */
export function findClassWish(
  actor: Actor,
  token: string,
): { formId: string; classId: string; className: string } | undefined {
  const { formId, classId, className } = readOpen(actor, token) ?? {}
  return formId && classId ? { formId, classId, className: className ?? "" } : undefined
}

/** Of what the page didn’t ask. */
const without = {
  ...{ birthDate: null, phone: null, instrument: null, level: null, message: null, source: null },
  ...{ times: null, campaign: null },
}

export type Facts = Pick<typeof inquiries.$inferInsert, "purpose" | "className" | "instrument"> &
  Record<"firstName" | "lastName" | "email", string> & { guardianName: string | null }

/** A new inquiry, or the one that waits for an answer, of which only what was given changes. */
function keep(actor: Actor, facts: Facts, given: Partial<Facts>): string {
  const name = fold(fullName(facts))
  const before = select({ id: inquiries.id, firstName: inquiries.firstName, lastName: inquiries.lastName })
    .from(inquiries)
    .where(
      and(
        own(actor, inquiries),
        eq(inquiries.email, facts.email),
        isNull(inquiries.studentId),
        ne(inquiries.state, "lost"),
        // What was offered answers the request it was made for; another class is another request.
        or(eq(inquiries.className, facts.className ?? ""), not(isOffered)),
      ),
    )
    .all()
    .find(
      ({ firstName, lastName }) =>
        fold(fullName({ firstName: firstName ?? "", lastName: lastName ?? "" })) === name,
    )
  if (before) {
    change(actor, inquiries, before.id, { ...given, state: "new" })
    return before.id
  }
  return add(actor, inquiries, { state: "new", ...facts })
}

const isOffered = sql`exists (select 1 from offers o where o.school_id = ${inquiries.schoolId}
  and o.inquiry_id = ${inquiries.id} and o.state = 'open')`

type More = Partial<Pick<Answers, "formId" | "formPurpose" | "homeAddress" | "emergencyContact" | "custom">>

function keepDetails(
  actor: Actor,
  inquiryId: string,
  { formId, formPurpose, homeAddress, emergencyContact, custom = {} }: More,
) {
  const [before] = ownRows(actor, inquiryDetails, ["answers"])
    .where(eq(inquiryDetails.inquiryId, inquiryId))
    .all()
  const answers = { ...(before?.answers ? (JSON.parse(before.answers) as CustomAnswers) : {}), ...custom }
  const facts = {
    formId: formId && findForm(actor, formId) ? formId : null,
    purpose: formPurpose ?? null,
    answers: Object.keys(answers).length > 0 ? JSON.stringify(answers) : "",
    ...(homeAddress === undefined ? {} : { address: homeAddress }),
    ...(emergencyContact ? { emergencyContact } : {}),
  }
  if (before) change(actor, inquiryDetails, eq(inquiryDetails.inquiryId, inquiryId), facts)
  else add(actor, inquiryDetails, { inquiryId, ...facts })
}

function tell(
  actor: Actor,
  inquiryId: string,
  { email, purpose, formPurpose, className, instrument, ...who }: Facts & Pick<More, "formPurpose">,
  { hasReceipt }: { hasReceipt: boolean },
) {
  const { id: schoolId, name: schoolName } = actor.school
  const purposeText = askedFor({ purpose, formPurpose, className })
  if (hasReceipt)
    queueMail({
      template: "inquiry-receipt",
      schoolId,
      recipient: email,
      data: { schoolName, studentName: fullName(who), purpose: purposeText, instrument: instrument ?? null },
    })
  for (const person of listOffice(actor))
    mailTo(actor, person, "inquiry-arrived", {
      studentName: fullName(who),
      purpose: purposeText,
      inquiryId,
      instrument: instrument ?? null,
    })
}

const schoolsBehind = platformQuery((p: Params<{ at: number }>) =>
  selectDistinct({ schoolId: inquiryDrafts.schoolId })
    .from(inquiryDrafts)
    .where(lte(inquiryDrafts.expiresAt, p.at)),
)

/** Forgets, in every school, what no link confirms any more. */
export function forgetOldDrafts(schoolOf: (schoolId: string) => Actor | undefined) {
  const at = now()
  for (const { schoolId } of schoolsBehind.all({ at })) {
    const actor = schoolOf(schoolId)
    if (actor) remove(actor, inquiryDrafts, lte(inquiryDrafts.expiresAt, at))
  }
}

const purpose = "inquiry form"
/** No one reads and fills in the form as fast as this. */
const leastMs = 3_000
/** A page that stood open for longer is asked to be sent again. */
const mostMs = 3 * 24 * 60 * minute

/** The signed moment at which a form was drawn. */
export function beginForm(actor: Actor): string {
  const at = String(now())
  return `${at}.${keyedHash(purpose, `${actor.school.id} ${at}`)}`
}

/** Whether a form comes from a page of ours that someone had time to read. */
export function isUnhurried(actor: Actor, begun: string): boolean {
  const [at = "", signature = ""] = begun.split(".")
  if (!/^\d{1,15}$/.test(at) || !isKeyedHash(purpose, `${actor.school.id} ${at}`, signature)) return false
  const since = now() - Number(at)
  return since >= leastMs && since <= mostMs
}
