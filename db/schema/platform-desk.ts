import { sql } from "drizzle-orm"
import { type AnySQLiteColumn, check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { choice, platformTable } from "./column-rules"
import { instant } from "./columns"
import { files } from "./foundation-files"
import { contactMessages, demoRequests, inquiryReplies } from "./platform"
import { supportMessages, supportThreads } from "./platform-support"

// How the platform's staff work off what people wrote to them.

/** The matter a row is about: a chat, a contact message or a demo request. */
const aboutMatter = () => ({
  threadId: text("thread_id").references(() => supportThreads.id, { onDelete: "cascade" }),
  contactMessageId: text("contact_message_id").references(() => contactMessages.id, { onDelete: "cascade" }),
  demoRequestId: text("demo_request_id").references(() => demoRequests.id, { onDelete: "cascade" }),
})

type Matter = Record<"threadId" | "contactMessageId" | "demoRequestId", AnySQLiteColumn>
const oneMatter = (t: Matter) =>
  sql`(${t.threadId} is not null) + (${t.contactMessageId} is not null) + (${t.demoRequestId} is not null) = 1`

/** What the staff write for each other beside a matter; the customer never reads it. */
export const deskNotes = sqliteTable(
  "desk_notes",
  {
    id: text("id").primaryKey(),
    ...aboutMatter(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    staffName: text("staff_name").notNull(),
    content: text("content").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("desk_notes_by_thread").on(t.threadId, t.createdAt),
    index("desk_notes_by_contact").on(t.contactMessageId, t.createdAt),
    index("desk_notes_by_demo").on(t.demoRequestId, t.createdAt),
    check("desk_notes_one", oneMatter(t)),
  ],
)

/** A wait that an answer of the staff ended: what reply times are counted from. */
export const deskWaits = sqliteTable(
  "desk_waits",
  {
    id: text("id").primaryKey(),
    ...aboutMatter(),
    since: instant("since").notNull(),
    answeredAt: instant("answered_at").notNull(),
  },
  (t) => [
    index("desk_waits_by_answer").on(t.answeredAt, t.since),
    index("desk_waits_by_thread").on(t.threadId),
    index("desk_waits_by_contact").on(t.contactMessageId),
    index("desk_waits_by_demo").on(t.demoRequestId),
    check("desk_waits_one", oneMatter(t)),
  ],
)

/** An answer the staff keep to use again. */
export const staffSavedAnswers = sqliteTable(
  "saved_answers",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    content: text("content").notNull(),
    updatedAt: instant("updated_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  () => [uniqueIndex("saved_answers_title").on(sql`lower(title)`)],
)

/** How a person found the help in a chat, asked once after each closing. */
export const supportRatings = platformTable(
  "support_ratings",
  {
    id: text("id").primaryKey(),
    threadId: text("thread_id")
      .notNull()
      .references(() => supportThreads.id, { onDelete: "cascade" }),
    /** The closing that was asked about. */
    closedAt: instant("closed_at").notNull(),
    score: choice("score", ["good", "bad"]).notNull(),
    comment: text("comment").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("support_ratings_once").on(t.threadId, t.closedAt),
    index("support_ratings_by_time").on(t.createdAt, t.score),
  ],
)

/** A file that came with a reply by email, beside the message it came with. */
export const replyFiles = sqliteTable(
  "reply_files",
  {
    fileId: text("file_id")
      .primaryKey()
      .references(() => files.id, { onDelete: "cascade" }),
    messageId: text("message_id").references(() => supportMessages.id, { onDelete: "cascade" }),
    replyId: text("reply_id").references(() => inquiryReplies.id, { onDelete: "cascade" }),
    /** As its sender called it. */
    name: text("name").notNull(),
  },
  (t) => [
    index("reply_files_by_message").on(t.messageId),
    index("reply_files_by_reply").on(t.replyId),
    check("reply_files_one", sql`(${t.messageId} is null) <> (${t.replyId} is null)`),
  ],
)

/** A mail that the provider received for us, stored once; its text is fetched afterwards. */
export const inboundMails = sqliteTable(
  "inbound_mails",
  {
    /** The provider's own id of the mail. */
    id: text("id").primaryKey(),
    /** The address it was sent to, whose token names the matter. */
    recipient: text("recipient").notNull(),
    sender: text("sender").notNull(),
    subject: text("subject").notNull(),
    receivedAt: instant("received_at").notNull(),
    processedAt: instant("processed_at"),
    /** What came of it. */
    outcome: text("outcome"),
  },
  (t) => [index("inbound_mails_by_time").on(t.receivedAt, t.id)],
)
