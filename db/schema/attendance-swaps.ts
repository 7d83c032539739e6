import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable, wallClock } from "./columns"
import { members, students } from "./people"
import { sessions } from "./teaching-sessions"

export const swapOfferStates = ["open", "waiting", "done", "withdrawn", "over", "undone"] as const
export const swapRequestStates = [
  "asked",
  "accepted",
  "done",
  "declined",
  "withdrawn",
  "refused",
  "ended",
  "undone",
] as const

/** A private lesson to come that a family would swap for another time with the same teacher. */
export const swapOffers = schoolTable(
  "swap_offers",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    offeredBy: refersTo("offered_by", () => members),
    /** When the lesson began as it was offered: moved since, the offer is over. */
    startsAt: instant("starts_at").notNull(),
    /** Times the family takes without being asked: ISO days as digits, between two times of day. */
    takesDays: text("takes_days"),
    takesFrom: wallClock("takes_from"),
    takesTo: wallClock("takes_to"),
    /** Waiting: the families agreed, and the office is to approve. */
    state: choice("state", swapOfferStates).notNull().default("open"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("swap_offers_once").on(t.schoolId, t.sessionId).where(sql`state in ('open', 'waiting')`),
    index("swap_offers_by_session").on(t.schoolId, t.sessionId),
    index("swap_offers_by_student").on(t.schoolId, t.studentId, t.createdAt),
    index("swap_offers_by_state").on(t.schoolId, t.state, t.startsAt),
    index("swap_offers_by_creation").on(t.schoolId, t.createdAt),
    check("swap_offers_closed", sql`(${t.state} in ('open', 'waiting')) = (${t.closedAt} is null)`),
    check(
      "swap_offers_takes",
      sql`(${t.takesDays} is null) = (${t.takesFrom} is null) and (${t.takesDays} is null) = (${t.takesTo} is null)`,
    ),
  ],
)

/** Another family's lesson, asked for in return, and what became of it. */
export const swapRequests = schoolTable(
  "swap_requests",
  {
    offerId: refersTo("offer_id", () => swapOffers).notNull(),
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    askedBy: refersTo("asked_by", () => members),
    /** When that lesson began as it was asked for. */
    startsAt: instant("starts_at").notNull(),
    state: choice("state", swapRequestStates).notNull().default("asked"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("swap_requests_once")
      .on(t.schoolId, t.offerId, t.sessionId)
      .where(sql`state in ('asked', 'accepted')`),
    uniqueIndex("swap_requests_agreed")
      .on(t.schoolId, t.offerId)
      .where(sql`state in ('accepted', 'done', 'undone')`),
    index("swap_requests_standing").on(t.schoolId, t.startsAt).where(sql`state in ('asked', 'accepted')`),
    index("swap_requests_by_offer").on(t.schoolId, t.offerId, t.createdAt),
    index("swap_requests_by_session").on(t.schoolId, t.sessionId),
    index("swap_requests_by_student").on(t.schoolId, t.studentId, t.createdAt),
    check("swap_requests_closed", sql`(${t.state} in ('asked', 'accepted')) = (${t.closedAt} is null)`),
  ],
)
