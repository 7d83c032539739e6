import { sql } from "drizzle-orm"
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { schools } from "./accounts-schools"
import { oneOf } from "./checks"
import { choice, platformTable } from "./column-rules"
import { handled, instant } from "./columns"
import { files } from "./foundation-files"

/**
 * A person's talk with the platform: with the assistant, and with its staff. It is the person's, whichever school they
 * are in; the school is the one they last wrote from.
 */
export const supportThreads = platformTable(
  "support_threads",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    schoolId: text("school_id").references(() => schools.id, { onDelete: "set null" }),
    mode: choice("mode", ["ai", "admin"]).notNull(),
    lastMessageAt: instant("last_message_at").notNull(),
    /** Since when someone waits for the staff; null when they were answered last. */
    waitingSince: instant("waiting_since"),
    /** Until when the person has read. */
    readAt: instant("read_at").notNull(),
    assignedTo: text("assigned_to").references(() => users.id, { onDelete: "set null" }),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    ...handled(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    check("support_threads_priority", oneOf(t.priority)),
    check("support_threads_handed", sql`${t.handedTo} is null or ${oneOf(t.handedTo)}`),
    uniqueIndex("support_threads_once").on(t.userId, t.mode),
    index("support_threads_by_time").on(t.mode, t.lastMessageAt),
    index("support_threads_by_school").on(t.schoolId),
  ],
)

export const supportMessages = platformTable(
  "support_messages",
  {
    id: text("id").primaryKey(),
    threadId: text("thread_id")
      .notNull()
      .references(() => supportThreads.id, { onDelete: "cascade" }),
    sender: choice("sender", ["user", "assistant", "staff"]).notNull(),
    /** Who wrote it; no one did when the assistant answers. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Plain text. */
    content: text("content").notNull(),
    /** What was below the writer's words in a reply by email; null when nothing was. */
    cut: text("cut"),
    /** A file is sent once. */
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("support_messages_by_time").on(t.threadId, t.createdAt, t.id),
    uniqueIndex("support_messages_file").on(t.fileId),
  ],
)

/** When each of the platform's staff was last heard of. */
export const staffPresence = sqliteTable("staff_presence", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  seenAt: instant("seen_at").notNull(),
})
