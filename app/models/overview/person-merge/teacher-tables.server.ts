import { arrangedLessons } from "db/schema/attendance-absences"
import { participants } from "db/schema/communication"
import { customValues, savedFilters } from "db/schema/foundation-lists"
import { resources } from "db/schema/learning-resources"
import { enteredWork, extraWork, payRates, paySlipLines, paySlips } from "db/schema/money-pay"
import { classes, classTeachers } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { occasions } from "db/schema/teaching-occasions"
import { roomFacts } from "db/schema/teaching-rooms"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { arrangementDrafts, teacherAvailability, timeOff } from "db/schema/teaching-teacher-time"
import { eq } from "drizzle-orm"
import type { KeyedTable } from "~/models/foundation/access/keyed-tables.server"
import type { HangingTable } from "./student-tables.server"

/** What hangs on a teacher. A test compares this list with the keys of the database. */
export const teacherTables: readonly HangingTable[] = [
  { table: classes, column: "teacherId", label: ["class", "classes"] },
  {
    table: classTeachers,
    column: "teacherId",
    label: ["class with others", "classes with others"],
    isSettled: true,
  },
  { table: sessions, column: "teacherId", label: ["lesson", "lessons"] },
  { table: bookings, column: "resourceId", onceBy: "sessionId", only: eq(bookings.resource, "teacher") },
  { table: coSubstitutes, column: "teacherId", onceBy: "sessionId" },
  { table: coSubstitutes, column: "substituteId" },
  { table: timeOff, column: "teacherId", label: ["entry of time off", "entries of time off"] },
  { table: roomFacts, column: "teacherId" },
  { table: occasions, column: "teacherId", label: ["event", "events"] },
  { table: extraWork, column: "teacherId", label: ["entry of extra work", "entries of extra work"] },
  { table: enteredWork, column: "teacherId" },
  { table: paySlips, column: "teacherId", label: ["payslip", "payslips"] },
  { table: paySlipLines, column: "teacherId" },
  { table: teacherAvailability, column: "teacherId", isSettled: true },
  { table: payRates, column: "teacherId", isSettled: true },
  { table: customValues, column: "subjectId", isSettled: true },
]

/** What hangs on the login that isn’t the teacher’s afterward. What they wrote keeps its author. */
export const loginTables: readonly HangingTable[] = [
  {
    table: participants,
    column: "memberId",
    onceBy: "conversationId",
    label: ["conversation", "conversations"],
  },
  {
    table: resources,
    column: "memberId",
    label: ["file or link of the library", "files and links of the library"],
  },
]

/** Texts that name a teacher by ID, and are read again: what an undo puts back, and filters of lists. */
export const namingTexts: readonly { table: KeyedTable; column: string }[] = [
  { table: scheduleChanges, column: "before" },
  { table: classChanges, column: "before" },
  { table: arrangedLessons, column: "before" },
  { table: arrangedLessons, column: "after" },
  { table: arrangementDrafts, column: "choices" },
  { table: savedFilters, column: "query" },
]
