import { sql } from "drizzle-orm"
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { schools } from "./accounts-schools"
import { signIns } from "./accounts-sign-ins"
import { notificationChannels, notificationChoices, pushStates } from "./choices"
import { choice, platformTable, refersTo } from "./column-rules"
import { instant, schoolTable, wallClock } from "./columns"
import { members } from "./people"

/** Mail to send, written in the transaction that caused it. The id is the provider's idempotency key. */
export const emails = platformTable(
  "emails",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    template: text("template").notNull(),
    recipient: text("recipient").notNull(),
    /** JSON for the template: ids and names, never a secret. */
    data: text("data").notNull(),
    /** Which queue it waits in: what someone is waiting for in front of a screen never waits behind a school's invoice run. */
    lane: choice("lane", ["urgent", "bulk"]).notNull(),
    /** Withheld: earlier mail to the recipient came back (`returned_addresses`). Gathered: it waits for its reader's daily email. */
    state: choice("state", ["gathered", "queued", "sent", "failed", "dead", "withheld"]).notNull(),
    /** What it can be taken back for, or waits for: the invoice of a run. */
    gatheredFor: text("gathered_for"),
    /** The daily email that it is part of. */
    digestId: text("digest_id").references((): AnySQLiteColumn => emails.id, { onDelete: "set null" }),
    /** When the first lesson it is about begins: what is soon doesn't wait. */
    soonestAt: instant("soonest_at"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    leaseUntil: instant("lease_until"),
    providerId: text("provider_id"),
    lastError: text("last_error"),
    sentAt: instant("sent_at"),
    /** What the provider, or a mail server, said became of it once it was sent. */
    outcome: text("outcome", { enum: ["delivered", "bounced", "complained"] }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("emails_due").on(t.lane, t.dueAt).where(sql`state = 'queued'`),
    index("emails_gathered").on(t.dueAt).where(sql`state = 'gathered' and digest_id is null`),
    index("emails_of_digest").on(t.digestId).where(sql`digest_id is not null`),
    index("emails_held").on(t.gatheredFor, t.dueAt).where(sql`state = 'queued' and gathered_for is not null`),
    index("emails_given_up").on(t.dueAt).where(sql`state in ('failed', 'dead')`),
    index("emails_by_what_for").on(t.schoolId, t.gatheredFor).where(sql`gathered_for is not null`),
    index("emails_by_school").on(t.schoolId, t.createdAt),
    index("emails_by_recipient").on(t.recipient, t.createdAt),
    index("emails_by_about")
      .on(
        t.schoolId,
        sql`(case template when 'new-message' then data ->> '$.conversationId' else data ->> '$.invoiceId' end)`,
      )
      .where(sql`template in ('new-message', 'invoice-issued', 'invoice-reminder')`),
    index("emails_by_provider").on(t.providerId).where(sql`provider_id is not null`),
  ],
)

/**
 * An address that can't be mailed: mail to it came back for good, or its reader called it spam. Mail to many isn't sent
 * there until someone confirms the address or mail reaches it again.
 */
export const bouncedAddresses = platformTable(
  "returned_addresses",
  {
    /** In small letters. */
    address: text("address").primaryKey(),
    kind: choice("kind", ["bounced", "complained"]).notNull(),
    /** What the receiving server said. */
    reason: text("reason").notNull(),
    /** How many emails came back since. */
    times: integer("times").notNull().default(1),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [index("returned_addresses_by_time").on(t.lastAt, t.address)],
)

/** How many emails of a school were queued on a day (UTC, the row's id): its plan allows so many. */
export const mailCounts = schoolTable("mail_counts", { queued: integer("queued").notNull() }, (t) => [
  index("mail_counts_by_day").on(t.id, t.queued),
  check("mail_counts_positive", sql`${t.queued} > 0`),
])

/**
 * How a kind of event is told on a channel, as a member chose it, or as the school has it for all who chose nothing (without a
 * member). No row: as shipped (`shipped` in notification-preferences/topics.ts). `topic` has no check: each new one would write the table again.
 */
export const notificationPreferences = schoolTable(
  "told_choices",
  {
    memberId: refersTo("member_id", () => members, "cascade"),
    topic: text("topic").notNull(),
    channel: choice("channel", notificationChannels).notNull(),
    choice: choice("choice", notificationChoices).notNull(),
  },
  (t) => [
    uniqueIndex("told_choices_once").on(t.schoolId, t.memberId, t.topic, t.channel),
    uniqueIndex("told_choices_of_school").on(t.schoolId, t.topic, t.channel).where(sql`member_id is null`),
    check("told_choices_daily", sql`${t.choice} <> 'daily' or ${t.channel} = 'email'`),
  ],
)

/**
 * When nothing that can wait is sent, by the reader's clock, and when their daily email leaves: a member's, or the school's for all
 * who chose nothing. No row: from 9 PM to 7 AM, and at 5 PM. The same time twice: never quiet.
 */
export const quietHours = schoolTable(
  "told_hours",
  {
    memberId: refersTo("member_id", () => members, "cascade"),
    startsAt: wallClock("starts_at").notNull(),
    endsAt: wallClock("ends_at").notNull(),
    dailyAt: wallClock("daily_at").notNull(),
  },
  (t) => [
    uniqueIndex("told_hours_once").on(t.schoolId, t.memberId),
    uniqueIndex("told_hours_of_school").on(t.schoolId).where(sql`member_id is null`),
  ],
)

/** A school's own words for a letter, with merge fields. No row: as shipped. `letter` has no check, as topics have none. */
export const letterWordings = schoolTable(
  "letter_wordings",
  {
    letter: text("letter").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
  },
  (t) => [uniqueIndex("letter_wordings_once").on(t.schoolId, t.letter)],
)

/**
 * A browser that a member asked to show notifications. It is quiet without a sign-in that lasts; the next one of the same
 * member in this browser wakes it.
 */
export const pushDevices = schoolTable(
  "push_devices",
  {
    memberId: refersTo("member_id", () => members, "cascade").notNull(),
    signInId: text("sign_in_id").references(() => signIns.id, { onDelete: "set null" }),
    /** Finds the browser again without telling where it is reached. */
    endpointHash: text("endpoint_hash").notNull(),
    /** Where it is reached and its keys. */
    sealed: text("sealed").notNull(),
  },
  (t) => [
    uniqueIndex("push_devices_once").on(t.endpointHash),
    index("push_devices_by_member").on(t.schoolId, t.memberId),
    index("push_devices_by_sign_in").on(t.signInId),
  ],
)

/** What became of a notification about a message or an invoice, one for each device that it was queued for. */
export const pushNotices = schoolTable(
  "push_notices",
  {
    memberId: refersTo("member_id", () => members, "cascade").notNull(),
    /** The email that it goes with. */
    event: text("event").notNull(),
    /** The conversation or invoice. */
    about: text("about").notNull(),
    state: choice("state", pushStates).notNull(),
    /** Why it waits, failed or was held back. */
    reason: text("reason"),
    sentAt: instant("sent_at"),
  },
  (t) => [
    index("push_notices_by_about").on(t.schoolId, t.about, t.createdAt),
    index("push_notices_by_member").on(t.schoolId, t.memberId),
  ],
)

/** The one pair of keys that this installation signs notifications with, where its settings have none. */
export const pushKeys = sqliteTable("push_keys", {
  /** 1: there is one row */
  id: integer("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  sealed: text("sealed").notNull(),
  createdAt: instant("created_at").notNull(),
})
