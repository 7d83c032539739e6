import { index, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { inquiries } from "./people-inquiries"
import { sessions } from "./teaching-sessions"

/** A trial lesson that a stranger booked on the public page: it holds teacher, room and time before there is a student. */
export const trialBookings = schoolTable(
  "trial_bookings",
  {
    inquiryId: refersTo("inquiry_id", () => inquiries, "cascade").notNull(),
    sessionId: refersTo("session_id", () => sessions, "cascade").notNull(),
  },
  (t) => [
    index("trial_bookings_by_inquiry").on(t.schoolId, t.inquiryId),
    uniqueIndex("trial_bookings_once").on(t.schoolId, t.sessionId),
  ],
)
