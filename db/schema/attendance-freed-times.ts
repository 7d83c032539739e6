import { sql } from "drizzle-orm"
import { check, index, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { students } from "./people"
import { sessions } from "./teaching-sessions"

export const freedTimeStates = ["open", "claimed", "withdrawn", "stopped", "over"] as const
export const freedOfferStates = ["offered", "claimed", "declined", "expired", "ended"] as const

/**
 * The time of a private lesson whose student isn't coming, or the spot of one who isn't coming to a group lesson, offered to
 * holders of make-up credits one after the other.
 */
export const freedTimes = schoolTable(
  "freed_times",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    /** Whose spot in a group lesson it is; null where the whole time is free. */
    absentStudentId: refersTo("absent_student_id", () => students),
    state: choice("state", freedTimeStates).notNull().default("open"),
    /** The make-up lesson that was booked at this time; of a spot the lesson itself. */
    makeUpSessionId: refersTo("make_up_session_id", () => sessions),
    closedAt: instant("closed_at"),
  },
  (t) => [
    index("freed_times_by_absent")
      .on(t.schoolId, t.absentStudentId)
      .where(sql`absent_student_id is not null`),
    index("freed_times_by_session").on(t.schoolId, t.sessionId),
    index("freed_times_by_make_up").on(t.schoolId, t.makeUpSessionId),
    uniqueIndex("freed_times_once")
      .on(t.schoolId, t.sessionId)
      .where(sql`state in ('open', 'claimed') and absent_student_id is null`),
    index("freed_times_by_creation").on(t.schoolId, t.createdAt),
    check("freed_times_claimed", sql`(${t.state} = 'claimed') = (${t.makeUpSessionId} is not null)`),
    check("freed_times_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
  ],
)

/** Whom a freed time was offered to, until when, and what became of it; one at a time is standing. */
export const freedOffers = schoolTable(
  "freed_offers",
  {
    freedTimeId: refersTo("freed_time_id", () => freedTimes).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    offerUntil: instant("offer_until").notNull(),
    state: choice("state", freedOfferStates).notNull().default("offered"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("freed_offers_once").on(t.schoolId, t.freedTimeId, t.studentId),
    uniqueIndex("freed_offers_standing").on(t.schoolId, t.freedTimeId).where(sql`state = 'offered'`),
    index("freed_offers_by_student").on(t.schoolId, t.studentId),
    index("freed_offers_due").on(t.schoolId, t.offerUntil).where(sql`state = 'offered'`),
    check("freed_offers_closed", sql`(${t.state} = 'offered') = (${t.closedAt} is null)`),
  ],
)
