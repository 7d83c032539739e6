import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { textAccounts, textConsents, textMessages } from "db/schema/foundation-text-messages"
import { members, students } from "db/schema/people"
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm"
import type { ProviderText, TextFailure } from "~/providers/text-messages/text-provider"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { instantOf, localDate } from "~/utils/zones"
import { type Params, platformAdd, platformChange, platformQuery, select } from "../access/door.server"
import { among, joined, ofSchool } from "../access/own.server"
import { partOfAct } from "../access/part-of-act.server"
import { ownChoices, wantsIn } from "../notification-preferences/choices.server"
import { listMembersAt } from "../notification-preferences/members-at.server"
import { quietUntil } from "../notification-preferences/quiet-hours.server"
import { isTopic } from "../notification-preferences/topics"
import { isPhoneRecipient, phoneRecipientOf } from "./phone-recipient"
import { type AnyTextTopic, segmentsOf, type TextReason, textFrom } from "./text-message"

// Text messages as rows, like mail: written in the transaction that causes them, claimed by lease, sent after commit. A number is
// told of an event once. The service knows no key for a repeated call: a text whose call ended unknown is looked for before another.

const minute = 60_000
const leaseMs = 2 * minute
const backoffMs = [1, 5, 30, 120].map((minutes) => minutes * minute)
/** When the service is asked what became of a text that it took, if it hasn't said so. */
const looksMs = [10, 120, 1440].map((minutes) => minutes * minute)
/** After the last question a text stays as the service left it. */
const neverMs = 10 * 365 * 1440 * minute
/** A text about something later than this is no news. */
export const soonMs = 48 * 60 * minute

/** What a text says of an event. */
export type TextInBrief = {
  topic: AnyTextTopic
  body: string
  /** It leaves in quiet hours, too. */
  isUrgent?: boolean
  /** UTC ms after which it is old news. */
  expiresAt?: number
  /** The conversation that an answer joins. */
  conversationId?: string
  /** The message that it is a copy of. */
  messageId?: string
}

/** `about` is the conversation or invoice, whose page says what became of the text. */
type Told = { schoolId: string; event: string; about?: string | undefined }

/**
 * In the caller's transaction: texts to those of these readers who agreed to texts in the school, or whose guardian did, and want the topic.
 * The same event tells a number once, and so do the same words to two people who share it. Nothing without an account of the school.
 */
export function queueTextsTo(
  { schoolId, event, about }: Told,
  to: readonly { reader: string; brief: TextInBrief }[],
) {
  if (to.length === 0) return
  const school = findTextingSchool(schoolId)
  if (!school) return
  const briefs = new Map(to.map(({ reader, brief }) => [reader.toLowerCase(), brief]))
  const told = new Set(
    select({ phone: textMessages.phone })
      .from(textMessages)
      .where(and(ofSchool(schoolId, textMessages), eq(textMessages.event, event)))
      .all()
      .map(({ phone }) => phone),
  )
  for (const { reader, wants, ...whose } of listConsenting(schoolId, [...briefs.keys()])) {
    const { phone } = whose
    const brief = briefs.get(reader)
    if (!brief || !wants(brief.topic) || told.has(phone)) continue
    const body = textFrom(school.name, brief.body)
    if (isToldToAnother({ schoolId, body, ...whose })) continue
    addText({ ...brief, schoolId, event, about, body, ...whose, dueAt: now() })
    told.add(phone)
  }
}

/** Whether someone else with this number is about to read the same words: two parents of one home are told each by their own event. */
const isToldToAnother = ({
  schoolId,
  phone,
  body,
  memberId,
  studentId,
}: Pick<NewText, "schoolId" | "phone" | "body" | "memberId" | "studentId">) =>
  select({ id: textMessages.id })
    .from(textMessages)
    .where(
      and(
        ofSchool(schoolId, textMessages),
        eq(textMessages.phone, phone),
        gte(textMessages.createdAt, now() - minute),
        eq(textMessages.body, body),
        sql`(${textMessages.memberId} is not ${memberId} or ${textMessages.studentId} is not ${studentId ?? null})`,
      ),
    )
    .limit(1)
    .get() !== undefined

type NewText = TextInBrief & {
  schoolId: string
  event: string
  about?: string | undefined
  memberId: string | null
  studentId?: string | null
  phone: string
  dueAt: number
}

/** One text as it is, in the caller's transaction. Answers its id. */
export function addText({
  isUrgent,
  expiresAt,
  conversationId,
  messageId,
  about,
  body,
  ...text
}: NewText): string {
  partOfAct("mail")
  const id = newId()
  platformAdd(textMessages, {
    ...text,
    id,
    body,
    segments: segmentsOf(body).segments,
    state: "queued",
    isUrgent: isUrgent ?? false,
    expiresAt: expiresAt ?? null,
    conversationId: conversationId ?? null,
    about: about ?? null,
    messageId: messageId ?? null,
    createdAt: now(),
  })
  return id
}

/** The school's name and zone, where it can send texts. */
function findTextingSchool(schoolId: string) {
  return select({
    name: schools.name,
    timeZone: schools.timeZone,
    number: textAccounts.number,
    monthlyLimit: textAccounts.monthlyLimit,
    priceMicros: textAccounts.priceMicros,
  })
    .from(textAccounts)
    .innerJoin(schools, eq(schools.id, textAccounts.schoolId))
    .where(ofSchool(schoolId, textAccounts))
    .get()
}

export type Consenting = {
  /** Their email address, or the child whose phone it is. */
  reader: string
  memberId: string | null
  studentId: string | null
  phone: string
  /** Whether they want a topic as a text. */
  wants: (topic: AnyTextTopic) => boolean
}

/** Those of these readers who agreed to get texts on a number that is theirs, or whose guardian did. */
export function listConsenting(schoolId: string, readers: readonly string[]): Consenting[] {
  if (readers.length === 0) return []
  const asked = [...new Set(readers.map((reader) => reader.toLowerCase()))]
  const membersAt = listMembersAt(
    schoolId,
    asked.filter((reader) => !isPhoneRecipient(reader)),
  )
  const memberIds = [...membersAt.values()].flat()
  const found = consenting(
    schoolId,
    or(among(textConsents.memberId, memberIds), among(phoneReader, asked.filter(isPhoneRecipient))),
  )
  const isFor = ({ memberId, reader }: Consenting, address: string) =>
    memberId === null ? reader === address : (membersAt.get(address) ?? []).includes(memberId)
  return asked.flatMap((address) =>
    found.filter((each) => isFor(each, address)).map((each) => ({ ...each, reader: address })),
  )
}

const phoneReader = sql<string>`${phoneRecipientOf("")} || ${textConsents.studentId}`
const readerOf = sql<string>`coalesce(${users.email}, ${phoneReader})`

/** A child reads what a student is told of their lessons, as the school chose for all who chose nothing. */
const ofChild = new Set<AnyTextTopic>(["changes", "lessons"])

function consenting(schoolId: string, which: SQL | undefined): Consenting[] {
  const wants = wantsIn(schoolId, "text")
  return select({
    reader: readerOf,
    memberId: textConsents.memberId,
    studentId: textConsents.studentId,
    phone: textConsents.phone,
    own: ownChoices("text", members.id),
  })
    .from(textConsents)
    .leftJoin(members, joined(members, textConsents.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .leftJoin(students, joined(students, textConsents.studentId))
    .where(
      and(
        ofSchool(schoolId, textConsents),
        isCurrent(),
        isNull(members.deactivatedAt),
        isNotGrown(schoolId),
        which,
      ),
    )
    .all()
    .map(({ own, ...whose }) => ({
      ...whose,
      wants: (topic) =>
        (whose.studentId === null || ofChild.has(topic)) && (!isTopic(topic) || wants(own)(topic) !== "off"),
    }))
}

/** Someone of this age agrees for themselves. */
export const grownAge = 18

/** A member, or a student whose guardian still agrees for them. */
function isNotGrown(schoolId: string) {
  const zone = select({ zone: schools.timeZone }).from(schools).where(eq(schools.id, schoolId)).get()?.zone
  const day = localDate(now(), zone ?? "UTC")
  const born = `${Number(day.slice(0, 4)) - grownAge}${day.slice(4)}`
  return or(isNull(students.birthDate), gt(students.birthDate, born))
}

/** An agreement that holds: confirmed, not ended, and of someone who may still agree. */
export const isCurrent = () =>
  and(isNotNull(textConsents.confirmedAt), isNull(textConsents.endedAt), isAgreedByTheirs())

/** For a child only who is their guardian agrees: not once the child is in another family. What the office entered is its own to end. */
export const isAgreedByTheirs = () => sql`(
  ${textConsents.studentId} is null or ${textConsents.agreedName} is not null or exists (
    select 1 from members m where m.school_id = ${textConsents.schoolId} and m.user_id = ${textConsents.agreedBy} and (
      exists (select 1 from guardians g join students s on s.school_id = g.school_id and s.family_id = g.family_id
        where g.school_id = m.school_id and g.member_id = m.id and s.id = ${textConsents.studentId})
      or exists (select 1 from portal_access pa where pa.school_id = m.school_id and pa.member_id = m.id
        and pa.student_id = ${textConsents.studentId} and pa."as" = 'guardian'))))`

export type TextRow = typeof textMessages.$inferSelect
/** A text that one sender has for itself; with `isLook` the service has it, and is asked what became of it. */
export type LeasedText = TextRow & { from: string; isLook: boolean }

/**
 * Claims the next due text for two minutes, or settles it without a call: its person turned it off, it is too late, it is night
 * where they are, or the school's month is full. Undefined when nothing is due.
 */
export function leaseText(): LeasedText | "settled" | undefined {
  const at = now()
  if (!dueQuery.get({ at })) return undefined
  return transact(() => {
    const text = dueQuery.get({ at })
    if (!text) return undefined
    const it = ofSchool(text.schoolId, textMessages, text.id)
    const withhold = (reason: TextReason) => {
      platformChange(textMessages, it, { state: "withheld", reason, leaseUntil: null })
      return "settled" as const
    }
    const school = findTextingSchool(text.schoolId)
    const isLook = text.state === "accepted"
    const mayHaveLeft = isLook || text.unknownSince !== null
    if (!school) {
      if (!mayHaveLeft) return withhold("no-account")
      // There is no one left to ask: it never goes back to the texts that are sent.
      const state = isLook ? text.state : ("failed" as const)
      platformChange(textMessages, it, { state, reason: "unknown", dueAt: at + neverMs, leaseUntil: null })
      return "settled"
    }
    // One that may have left already is settled by asking, whatever has become of its reader.
    if (!mayHaveLeft) {
      if (text.expiresAt !== null && text.expiresAt <= at) return withhold("old")
      if (!isWanted(text)) return withhold("no-consent")
      const isAsked = text.topic === "code" || text.topic === "test"
      const until = text.isUrgent || isAsked ? at : quietUntil(text, at)
      // What would be old news by the morning is told at night, but for a reminder.
      const isTooLate =
        text.topic !== "lessons" && text.expiresAt !== null && until > text.expiresAt - 60 * minute
      if (until > at && !isTooLate) {
        platformChange(textMessages, it, { dueAt: until, reason: "quiet" satisfies TextReason })
        return "settled"
      }
      const { segments } = usedSince(text.schoolId, monthStart(school.timeZone, at))
      if (segments + text.segments > school.monthlyLimit) return withhold("limit")
    }
    const lease = {
      leaseUntil: at + leaseMs,
      attempts: text.attempts + 1,
      ...(isLook ? {} : { unknownSince: text.unknownSince ?? at, reason: null }),
    }
    platformChange(textMessages, it, lease)
    // Whether an earlier call may have been carried out is what the row said before.
    return { ...text, ...lease, unknownSince: text.unknownSince, from: school.number, isLook }
  })
}

const dueQuery = platformQuery((p: Params<{ at: number }>) =>
  select()
    .from(textMessages)
    .where(
      and(
        // As the partial index says it.
        sql`${textMessages.state} in ('queued', 'accepted')`,
        lte(textMessages.dueAt, p.at),
        or(isNull(textMessages.leaseUntil), lte(textMessages.leaseUntil, p.at)),
      ),
    )
    .orderBy(
      sql`${textMessages.topic} in ('code', 'test') desc`,
      desc(textMessages.isUrgent),
      asc(textMessages.dueAt),
    )
    .limit(1),
)

/** Whether its person still agrees, on this number, to this topic. What someone waits for needs no choice. */
function isWanted({ schoolId, memberId, studentId, phone, topic }: TextRow): boolean {
  if (topic === "code" || topic === "test") return true
  const whose = studentId ? eq(textConsents.studentId, studentId) : eq(textConsents.memberId, memberId ?? "")
  return (
    isTopic(topic) &&
    consenting(schoolId, and(whose, eq(textConsents.phone, phone))).some(({ wants }) =>
      wants(topic as AnyTextTopic),
    )
  )
}

/** When the month began in a zone (UTC ms). */
export const monthStart = (zone: string, at: number): number =>
  instantOf(`${localDate(at, zone).slice(0, 8)}01`, "00:00", zone)

/** The segments that left since an instant, or are about to, and what they cost in millionths. */
export function usedSince(
  schoolId: string,
  since: number,
): { texts: number; segments: number; costMicros: number } {
  const used = select({
    texts: sql<number>`count(*)`,
    segments: sql<number>`coalesce(sum(${textMessages.segments}), 0)`,
    costMicros: sql<number>`coalesce(sum(${textMessages.costMicros}), 0)`,
  })
    .from(textMessages)
    .where(
      and(
        ofSchool(schoolId, textMessages),
        or(
          gte(textMessages.sentAt, since),
          and(eq(textMessages.state, "queued"), isNotNull(textMessages.unknownSince)),
        ),
      ),
    )
    .get()
  return used ?? { texts: 0, segments: 0, costMicros: 0 }
}

const itself = ({ schoolId, id }: Pick<TextRow, "schoolId" | "id">) => ofSchool(schoolId, textMessages, id)

/** The service has a text: what it says of it is kept, and it is asked again later while it isn't settled. */
export function recordTextTaken(known: TextRow, told: ProviderText) {
  // While it was asked, the service may have said more.
  const text = select().from(textMessages).where(itself(known)).get()
  if (!text) return
  const at = now()
  const news = settled(text, told)
  const wait = looksMs[text.state === "queued" ? 0 : text.attempts]
  const priceMicros = findTextingSchool(text.schoolId)?.priceMicros ?? null
  const segments = told.segments ?? text.segments
  platformChange(textMessages, itself(text), {
    providerId: told.id,
    segments,
    costMicros: told.costMicros ?? text.costMicros ?? (priceMicros === null ? null : priceMicros * segments),
    sentAt: text.sentAt ?? at,
    unknownSince: null,
    leaseUntil: null,
    ...(text.state === "queued" ? { attempts: 0 } : {}),
    dueAt: at + (wait ?? neverMs),
    ...news,
    ...(wait === undefined && news.state === "accepted" ? { reason: "unknown" } : {}),
  })
  takeEndOf(text, news)
}

/** What was said later never takes back that it arrived, and "sent" comes in any order. */
function settled(
  { state }: Pick<TextRow, "state">,
  told: Pick<ProviderText, "state" | "reason">,
): Partial<Pick<TextRow, "state" | "reason">> {
  if (state === "delivered") return {}
  if (state === "failed" && told.state !== "delivered") return {}
  if (state === "sent" && told.state === "accepted") return {}
  return { state: told.state, reason: told.reason }
}

/** What the service says of a text on its own. False when it isn't one of ours, or belongs to another text of the service. */
export function recordTextEvent(
  schoolId: string,
  textId: string,
  told: Pick<ProviderText, "id" | "state" | "reason">,
): boolean {
  return transact(() => {
    const text = select()
      .from(textMessages)
      .where(ofSchool(schoolId, textMessages, textId))
      .get()
    if (!text || (text.providerId !== null && text.providerId !== told.id)) return false
    if (text.providerId === null) {
      // Its answer was lost, or is still on its way: the service has it.
      recordTextTaken(text, {
        ...told,
        body: text.body,
        createdAt: 0,
        segments: null,
        costMicros: null,
        currency: null,
      })
      return true
    }
    const news = settled(text, told)
    if (news.state) platformChange(textMessages, itself(text), news)
    takeEndOf(text, news)
    return true
  })
}

/** They wrote STOP to the service before we heard of it. Told again it ends nothing: they may have written START since. */
function takeEndOf({ schoolId, phone, state }: TextRow, news: Partial<Pick<TextRow, "state" | "reason">>) {
  if (news.reason === "stopped" && news.state !== state) endConsents(schoolId, phone)
}

/** Everyone's agreement for a number ends, as a reply from it says. Answers how many. */
export const endConsents = (schoolId: string, phone: string): number =>
  platformChange(
    textConsents,
    and(ofSchool(schoolId, textConsents), eq(textConsents.phone, phone), isNull(textConsents.endedAt)),
    { endedAt: now(), endedBy: "stop" },
  )

/** The service asked to wait so many ms: the text goes back as if it had not been tried. */
export function postponeText(text: LeasedText, waitMs: number) {
  platformChange(textMessages, itself(text), {
    dueAt: now() + waitMs,
    leaseUntil: null,
    attempts: text.attempts - 1,
    ...(text.isLook ? {} : { unknownSince: text.unknownSince }),
  })
}

/** It was not taken: a final refusal ends it, others come again later, until the waits are used up. */
export function recordTextRefused(
  text: LeasedText,
  { reason, isFinal }: { reason: TextFailure; isFinal: boolean },
): { isOver: boolean } {
  const wait = backoffMs[text.attempts - 1]
  const isOver = isFinal || wait === undefined
  const news = { state: isOver ? ("failed" as const) : ("queued" as const), reason: isOver ? reason : null }
  platformChange(textMessages, itself(text), {
    ...news,
    dueAt: now() + (wait ?? 0),
    leaseUntil: null,
    unknownSince: null,
  })
  takeEndOf(text, news)
  return { isOver }
}

/** No one knows whether it was taken, or the question was not answered: it is asked about after a while. */
export function recordTextUnknown(text: LeasedText): { isOver: boolean } {
  const wait = text.isLook ? looksMs[text.attempts] : backoffMs[text.attempts - 1]
  const isOver = wait === undefined
  platformChange(textMessages, itself(text), {
    ...(isOver ? { state: text.isLook ? text.state : ("failed" as const), reason: "unknown" } : {}),
    dueAt: now() + (wait ?? neverMs),
    leaseUntil: null,
  })
  return { isOver }
}

/** The service doesn't have it: it may be sent, as if for the first time. */
export function recordTextAbsent(text: LeasedText) {
  platformChange(textMessages, itself(text), { unknownSince: null, leaseUntil: null, dueAt: now() })
}

/** Whether a text of the service is one of ours already. */
export const isKnownText = (schoolId: string, providerId: string): boolean =>
  select({ id: textMessages.id })
    .from(textMessages)
    .where(and(ofSchool(schoolId, textMessages), eq(textMessages.providerId, providerId)))
    .get() !== undefined

/** What a number was texted last. */
export const findLastTextTo = (schoolId: string, phone: string, where?: SQL): TextRow | undefined =>
  select()
    .from(textMessages)
    .where(
      and(
        ofSchool(schoolId, textMessages),
        eq(textMessages.phone, phone),
        ne(textMessages.topic, "code"),
        where,
      ),
    )
    .orderBy(sql`${textMessages.createdAt} desc`)
    .limit(1)
    .get()
