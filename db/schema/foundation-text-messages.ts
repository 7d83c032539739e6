import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { textConsentEnds, textStates } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, schoolTable } from "./columns"
import { conversations } from "./communication"
import { members, students } from "./people"

/** The school's own account at the text message service, with its key, sealed (see seal.server.ts). */
export const textAccounts = schoolTable(
  "text_accounts",
  {
    /** The service's ID of the account, which the key belongs to. */
    account: text("account").notNull(),
    /** The number that texts come from, in E.164. */
    number: text("number").notNull(),
    sealedKey: text("sealed_key").notNull(),
    /** The last characters of the key, by which its owner knows it again. */
    keyEnd: text("key_end").notNull(),
    /** What a segment costs, in millionths of the currency's unit; null until the school or the service says. */
    priceMicros: integer("price_micros"),
    priceCurrency: text("price_currency").notNull().default("USD"),
    /** So many segments leave in a month of the school's calendar. */
    monthlyLimit: integer("monthly_limit").notNull(),
    /** When the key last worked. */
    checkedAt: instant("checked_at").notNull(),
  },
  (t) => [
    uniqueIndex("text_accounts_once").on(t.schoolId),
    check("text_accounts_price", sql`${t.priceMicros} >= 0`),
    check("text_accounts_limit", sql`${t.monthlyLimit} between 0 and 1000000`),
  ],
)

/**
 * That a member agreed to get text messages, or a guardian for a child's phone: on which number, when and in which words. One that has
 * ended stays: it says until when they were allowed, and why no longer.
 */
export const textConsents = schoolTable(
  "text_consents",
  {
    /** Who gets the texts: someone who logs in, or a child. */
    memberId: refersTo("member_id", () => members, "cascade"),
    studentId: refersTo("student_id", () => students, "cascade"),
    /** In E.164. */
    phone: text("phone").notNull(),
    /** What they agreed to, word for word. */
    words: text("words").notNull(),
    /** Whose login agreed, or entered that someone had. */
    agreedBy: text("agreed_by").notNull(),
    /** The guardian who told the office, and when. */
    agreedName: text("agreed_name"),
    agreedOn: day("agreed_on"),
    /** When they entered the code that we sent to the number; until then nothing else is. */
    confirmedAt: instant("confirmed_at"),
    /** Wrong codes. */
    codeTries: integer("code_tries").notNull().default(0),
    endedAt: instant("ended_at"),
    endedBy: choice("ended_by", textConsentEnds),
  },
  (t) => [
    uniqueIndex("text_consents_current").on(t.schoolId, t.memberId).where(sql`ended_at is null`),
    uniqueIndex("text_consents_of_child").on(t.schoolId, t.studentId).where(sql`ended_at is null`),
    index("text_consents_by_member").on(t.schoolId, t.memberId, t.createdAt),
    index("text_consents_by_phone").on(t.schoolId, t.phone, t.createdAt),
    check("text_consents_whose", sql`(${t.memberId} is null) <> (${t.studentId} is null)`),
    check("text_consents_ended", sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
  ],
)

/** Text messages to send, each written in the transaction that caused it, and what became of them. */
export const textMessages = schoolTable(
  "text_messages",
  {
    memberId: refersTo("member_id", () => members, "cascade"),
    /** The child whose phone it is. */
    studentId: refersTo("student_id", () => students, "cascade"),
    phone: text("phone").notNull(),
    /** The kind of event; "code" and "test" are asked for by the person who waits for them. */
    topic: text("topic").notNull(),
    /** What it is about: a number is told of it once. */
    event: text("event").notNull(),
    /** `{code}` stands for a code, which is stored nowhere. */
    body: text("body").notNull(),
    segments: integer("segments").notNull(),
    /** What it cost, in millionths; null while no one knows a price. */
    costMicros: integer("cost_micros"),
    state: choice("state", textStates).notNull(),
    /** Why it failed or was held back. */
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    /** It leaves in quiet hours, too: a lesson of today. */
    isUrgent: flag("is_urgent").notNull().default(false),
    /** After this it is old news and isn't sent. */
    expiresAt: instant("expires_at"),
    leaseUntil: instant("lease_until"),
    /** Since when a call may have been carried out whose answer no one has seen: the service is asked before another. */
    unknownSince: instant("unknown_since"),
    providerId: text("provider_id"),
    sentAt: instant("sent_at"),
    /** The conversation that an answer joins. */
    conversationId: refersTo("conversation_id", () => conversations),
    /** The conversation or invoice that it is about. */
    about: text("about"),
    /** The message that it is a copy of. */
    messageId: text("subject_id"),
  },
  (t) => [
    index("text_messages_by_about").on(t.schoolId, t.about, t.createdAt).where(sql`about is not null`),
    uniqueIndex("text_messages_once").on(t.schoolId, t.event, t.phone),
    index("text_messages_due").on(t.dueAt).where(sql`state in ('queued', 'accepted')`),
    index("text_messages_by_time").on(t.schoolId, t.createdAt),
    index("text_messages_sent").on(t.schoolId, t.sentAt).where(sql`sent_at is not null`),
    index("text_messages_by_phone").on(t.schoolId, t.phone, t.createdAt),
    uniqueIndex("text_messages_provider").on(t.providerId).where(sql`provider_id is not null`),
    index("text_messages_by_member").on(t.schoolId, t.memberId),
    index("text_messages_by_student").on(t.schoolId, t.studentId).where(sql`student_id is not null`),
    check("text_messages_segments", sql`${t.segments} > 0`),
  ],
)

/** What came from a phone, once each. A reply of someone who agreed to texts joined a conversation; others are read by the office. */
export const receivedTexts = schoolTable(
  "received_texts",
  {
    providerId: text("provider_id").notNull(),
    phone: text("phone").notNull(),
    body: text("body").notNull(),
    /** Whose number it was. */
    memberId: refersTo("member_id", () => members, "cascade"),
    conversationId: refersTo("conversation_id", () => conversations),
    /** When the office put an unknown number's text away. */
    doneAt: instant("done_at"),
  },
  (t) => [
    uniqueIndex("received_texts_once").on(t.schoolId, t.providerId),
    index("received_texts_unknown")
      .on(t.schoolId, t.createdAt)
      .where(sql`conversation_id is null and done_at is null`),
    index("received_texts_by_member").on(t.schoolId, t.memberId),
  ],
)
