import { makeUpCredits, studentNotes } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { swapOffers, swapRequests } from "db/schema/attendance-swaps"
import { customValues } from "db/schema/foundation-lists"
import { assignments, noteReplies, practice, repertoire, reports, skillStates } from "db/schema/learning"
import { resourceOpenings, resourceShares } from "db/schema/learning-resources"
import { charges } from "db/schema/money"
import { hires } from "db/schema/money-goods"
import { packages } from "db/schema/money-packages"
import { portalAccess, studentInstruments, studentStatusChanges } from "db/schema/people"
import { enrollments, waitingSpots } from "db/schema/teaching"
import { moveAnswers } from "db/schema/teaching-move-answers"
import { occasionGuests, programPerformers } from "db/schema/teaching-occasions"
import { renewals } from "db/schema/teaching-renewals"
import { bookings, seats } from "db/schema/teaching-sessions"
import { eq, inArray, type SQL } from "drizzle-orm"
import type { Hanging } from "./merge-log.server"

// What hangs on a student. A test compares this list with the keys of the database.

export type HangingTable = Hanging & {
  /** Of two rows that say the same here, one stays. */
  onceBy?: string
  /** The text of the row that goes is added to that of the one that stays. */
  joins?: string
  /** Only such rows are there once. */
  standing?: SQL
  /** How many of them are moved, on the comparison. */
  label?: [one: string, many: string]
  /** Its rows are decided on elsewhere: see merge-students.server.ts. */
  isSettled?: true
}

export const studentTables: readonly HangingTable[] = [
  { table: enrollments, column: "studentId", label: ["class", "classes"] },
  { table: seats, column: "studentId", label: ["lesson", "lessons"] },
  {
    table: bookings,
    column: "resourceId",
    onceBy: "sessionId",
    only: eq(bookings.resource, "student"),
  },
  {
    table: waitingSpots,
    column: "studentId",
    onceBy: "classId",
    standing: inArray(waitingSpots.state, ["waiting", "offered"]),
    label: ["waiting list", "waiting lists"],
  },
  { table: renewals, column: "studentId", onceBy: "classId" },
  { table: charges, column: "studentId", label: ["charge", "charges"] },
  { table: packages, column: "studentId", label: ["package", "packages"] },
  { table: hires, column: "studentId", label: ["rented instrument", "rented instruments"] },
  { table: makeUpCredits, column: "studentId", label: ["make-up credit", "make-up credits"] },
  { table: freedOffers, column: "studentId", onceBy: "freedTimeId" },
  { table: freedTimes, column: "absentStudentId" },
  { table: swapOffers, column: "studentId" },
  { table: swapRequests, column: "studentId" },
  { table: moveAnswers, column: "studentId", onceBy: "sessionId" },
  { table: occasionGuests, column: "studentId", onceBy: "occasionId", label: ["event", "events"] },
  { table: programPerformers, column: "studentId", onceBy: "entryId" },
  ...(["shared", "private"] as const).map((visibility) => ({
    table: studentNotes,
    column: "studentId",
    onceBy: "sessionId",
    joins: "body",
    only: eq(studentNotes.visibility, visibility),
  })),
  { table: assignments, column: "studentId", label: ["assignment", "assignments"] },
  { table: repertoire, column: "studentId", label: ["piece", "pieces"] },
  { table: practice, column: "studentId", label: ["practice entry", "practice entries"] },
  { table: skillStates, column: "studentId", label: ["skill entry", "skill entries"] },
  { table: reports, column: "studentId", label: ["progress report", "progress reports"] },
  { table: noteReplies, column: "studentId", label: ["reply to a note", "replies to notes"] },
  {
    table: resourceShares,
    column: "studentId",
    onceBy: "resourceId",
    label: ["shared file", "shared files"],
  },
  { table: resourceOpenings, column: "studentId" },
  { table: portalAccess, column: "studentId", onceBy: "memberId" },
  { table: studentInstruments, column: "studentId", onceBy: "instrument" },
  { table: studentStatusChanges, column: "studentId", isSettled: true },
  { table: customValues, column: "subjectId", isSettled: true },
]
