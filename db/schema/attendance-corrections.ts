import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { ownStatuses } from "./attendance"
import { correctionStates, markCodes } from "./choices"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { members } from "./people"
import { seats } from "./teaching-sessions"

/** A mark that is locked for teachers, and what one asks the office to make of it. */
export const correctionRequests = schoolTable(
  "correction_requests",
  {
    seatId: refersTo("seat_id", () => seats).notNull(),
    code: choice("code", markCodes).notNull(),
    statusId: text("status_id"),
    minutesLate: integer("minutes_late"),
    reason: text("reason").notNull(),
    askedBy: refersTo("asked_by", () => members).notNull(),
    state: choice("state", correctionStates).notNull().default("asked"),
    /** Why the office declined. */
    answer: text("answer"),
    decidedAt: instant("decided_at"),
    decidedBy: refersTo("decided_by", () => members),
  },
  (t) => [
    foreignKey({
      columns: [t.schoolId, t.statusId, t.code],
      foreignColumns: [ownStatuses.schoolId, ownStatuses.id, ownStatuses.countsAs],
    }),
    uniqueIndex("correction_requests_once").on(t.schoolId, t.seatId).where(sql`state = 'asked'`),
    index("correction_requests_by_seat").on(t.schoolId, t.seatId),
    index("correction_requests_by_state").on(t.schoolId, t.state, t.createdAt),
    index("correction_requests_by_creation").on(t.schoolId, t.createdAt),
    index("correction_requests_by_status").on(t.schoolId, t.statusId).where(sql`status_id is not null`),
    check("correction_requests_decided", sql`(${t.state} = 'asked') = (${t.decidedAt} is null)`),
    check(
      "correction_requests_late",
      sql`${t.minutesLate} is null or (${t.code} = 'late' and ${t.minutesLate} between 1 and 600)`,
    ),
  ],
)
