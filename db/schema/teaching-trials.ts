import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { inquiries } from "./people-inquiries"
import { sessions } from "./teaching-sessions"

/** A trial lesson that a stranger booked on the public page: it holds teacher, room and time before there is a student. */
export const trialBookings = sqliteTable(
  "trial_bookings",
  { ...owned(), inquiryId: text("inquiry_id").notNull(), sessionId: text("session_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.inquiryId],
      foreignColumns: [inquiries.schoolId, inquiries.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.schoolId, t.sessionId],
      foreignColumns: [sessions.schoolId, sessions.id],
    }).onDelete("cascade"),
    index("trial_bookings_by_inquiry").on(t.schoolId, t.inquiryId),
    uniqueIndex("trial_bookings_once").on(t.schoolId, t.sessionId),
  ],
)
