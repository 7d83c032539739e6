import { index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refers, schoolTable } from "./columns"
import { inquiries } from "./people-inquiries"
import { sessions } from "./teaching-sessions"

/** A trial lesson that a stranger booked on the public page: it holds teacher, room and time before there is a student. */
export const trialBookings = schoolTable(
  "trial_bookings",
  { inquiryId: text("inquiry_id").notNull(), sessionId: text("session_id").notNull() },
  (t) => [
    refers(t, t.inquiryId, inquiries).onDelete("cascade"),
    refers(t, t.sessionId, sessions).onDelete("cascade"),
    index("trial_bookings_by_inquiry").on(t.schoolId, t.inquiryId),
    uniqueIndex("trial_bookings_once").on(t.schoolId, t.sessionId),
  ],
)
