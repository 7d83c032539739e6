import { sql } from "drizzle-orm"
import { index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, instant, schoolTable } from "./columns"

/**
 * What someone was told of a lesson, or of who teaches a class and where, or saw before its first change, as long as that may
 * differ from what is. When it is due, the difference is written as a letter. Also who was told of other things, or is to be.
 */
export const readerUpdates = schoolTable(
  "told",
  {
    noun: text("noun", {
      enum: ["lesson", "class", "ending", "renewal", "guest", "results", "learning", "leave"],
    })
      .notNull()
      .default("lesson"),
    /** The ID of the lesson, class, ending, leave, question about the next term or guest, or what names results or something learned. Not a key: the row waits for one whose removal can be undone. */
    sessionId: text("session").notNull(),
    /** An email address. */
    reader: text("reader").notNull(),
    /** JSON: the lesson as the reader knows it, a class's teacher and room, or what a letter about something else needs. */
    known: text("known").notNull(),
    /** Why it is canceled, where it doesn't say so itself: it was removed, or left them out. */
    why: text("why"),
    /** It follows its weekly time, which changed. */
    isWeekly: flag("is_weekly").notNull().default(false),
    /** When the difference is to be told; null while nothing is, or another letter tells it. */
    dueAt: instant("due_at"),
    /** Since when it waits for its reader's morning or daily email, which is later than the two minutes. */
    waitingSince: instant("waiting_since"),
    /** What tells it instead: the key of other letters. */
    toldBy: text("told_by"),
  },
  (t) => [
    uniqueIndex("told_once").on(t.schoolId, t.sessionId, t.reader),
    index("told_due").on(t.schoolId, t.dueAt).where(sql`due_at is not null`),
    index("told_by_letter").on(t.schoolId, t.toldBy).where(sql`told_by is not null`),
  ],
)
