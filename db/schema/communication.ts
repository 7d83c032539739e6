import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { reportReasons } from "./choices"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { files } from "./foundation-files"
import { guardians, members } from "./people"

/** A text that is used in many messages: a member's own, or the school's where none is named. Removed, it can be put back for a day. */
export const savedAnswers = schoolTable(
  "kept_answers",
  {
    memberId: refersTo("member_id", () => members),
    name: text("name").notNull(),
    body: text("body").notNull(),
    removedAt: instant("removed_at"),
  },
  (t) => [index("kept_answers_by_owner").on(t.schoolId, t.memberId, t.name)],
)

/**
 * People of a school talking about something. In an announcement only the one who began it writes; a reply begins
 * a conversation with that person.
 */
export const conversations = schoolTable("conversations", {
  kind: choice("kind", ["conversation", "announcement"]).notNull(),
  subject: text("subject").notNull(),
  startedBy: refersTo("started_by", () => members).notNull(),
  /** The recipients as text, such as "everybody in Violin beginners". */
  audience: text("audience").notNull(),
  lastMessageAt: instant("last_message_at").notNull(),
  /** Since when no emails go out, because two mail programs seem to answer each other; null otherwise. */
  emailsPausedAt: instant("emails_paused_at"),
  /** Whether the recipients of an announcement are asked to confirm that they have read it. */
  asksReceipt: integer("asks_receipt", { mode: "boolean" }).notNull().default(false),
  /** Until which day an announcement is on its recipients' home pages. */
  pinnedUntil: text("pinned_until"),
  /** When those who hadn't read or confirmed it were last reminded. */
  remindedAt: instant("reminded_at"),
})

/** Who is in a conversation and why. A guardian without a sign-in gets mail only. */
export const participants = schoolTable(
  "participants",
  {
    conversationId: refersTo("conversation_id", () => conversations).notNull(),
    memberId: refersTo("member_id", () => members),
    guardianId: refersTo("guardian_id", () => guardians),
    name: text("name").notNull(),
    /** "Guardian of Milo", "Teacher": shown before anything is sent. */
    why: text("why").notNull(),
    /** Until when the person has read; null before they opened it. */
    readAt: instant("read_at"),
    /** When the person confirmed that they have read an announcement that asks for it. */
    confirmedAt: instant("confirmed_at"),
    /** When the child that it is about left their family: what is written from then on isn't theirs to read. */
    leftAt: instant("left_at"),
  },
  (t) => [
    uniqueIndex("participants_member_once").on(t.schoolId, t.conversationId, t.memberId),
    uniqueIndex("participants_guardian_once").on(t.schoolId, t.conversationId, t.guardianId),
    index("participants_by_member").on(t.schoolId, t.memberId, t.conversationId),
    index("participants_by_guardian")
      .on(t.schoolId, t.guardianId, t.conversationId)
      .where(sql`guardian_id is not null`),
    check("participants_one", sql`(${t.memberId} is null) <> (${t.guardianId} is null)`),
  ],
)

export const messages = schoolTable(
  "messages",
  {
    conversationId: refersTo("conversation_id", () => conversations).notNull(),
    memberId: refersTo("member_id", () => members).notNull(),
    authorName: text("author_name").notNull(),
    body: text("body").notNull(),
    /** How many ms after the email it answers a reply by email came; null for what was written in Tutti. */
    emailAfterMs: integer("email_after_ms"),
    /** What was below the writer's words in a reply by email; null when nothing was. */
    cut: text("cut"),
    /** A photo, PDF or recording; null without one, and once the person who sent it is gone with their files. */
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    /** What the file was called where it came from; a message may be only a file. */
    fileName: text("file_name"),
    /** When its words, title or file were last changed. */
    editedAt: instant("edited_at"),
    /** Since when its readers don't see it, because the office hid it; null otherwise. */
    hiddenAt: instant("hidden_at"),
  },
  (t) => [
    index("messages_by_conversation").on(t.schoolId, t.conversationId, t.createdAt),
    uniqueIndex("messages_file").on(t.fileId),
    check("messages_body", sql`length(${t.body}) <= 25000`),
    check("messages_something", sql`${t.body} <> '' or ${t.fileName} is not null`),
    check("messages_file_named", sql`${t.fileId} is null or ${t.fileName} is not null`),
  ],
)

/** What a reader reported of a message, once each. It waits for the office, or for the platform's staff where the office wrote it. */
export const messageReports = schoolTable(
  "message_reports",
  {
    messageId: refersTo("message_id", () => messages).notNull(),
    /** Who reported it: for who answers it alone. */
    memberId: refersTo("member_id", () => members).notNull(),
    reason: choice("reason", reportReasons).notNull(),
    /** In their own words; empty without. */
    note: text("note").notNull(),
    /** What the message said and carried when it was reported; null in reports from before this was kept. */
    body: text("body"),
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    fileName: text("file_name"),
    /** Whether the platform's staff look into it, as the office wrote the message. */
    isForPlatform: integer("is_for_platform", { mode: "boolean" }).notNull(),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("message_reports_once").on(t.schoolId, t.messageId, t.memberId),
    index("message_reports_by_member").on(t.schoolId, t.memberId),
    index("message_reports_by_file").on(t.fileId).where(sql`file_id is not null`),
    index("message_reports_open").on(t.schoolId, t.createdAt).where(sql`closed_at is null`),
  ],
)
