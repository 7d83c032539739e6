import { sql } from "drizzle-orm"
import { check, index, integer, text } from "drizzle-orm/sqlite-core"
import { leaveKinds, leaveStates } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable } from "./columns"
import { members, students } from "./people"
import { classes } from "./teaching"

/**
 * A student who is on leave from a day to a day (both included; without a last day until one is set), of one class or of all: the
 * spot is kept, and lessons in it neither expect nor charge them. What a family asks for is the same row until the office
 * answers; of an `end` `startsOn` is the last day of lessons.
 */
export const leaves = schoolTable(
  "leaves",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    classId: refersTo("class_id", () => classes),
    kind: choice("kind", leaveKinds).notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
    /** How much of a monthly fee its days or lessons cost, 0 to 100. */
    feePercent: integer("fee_percent").notNull().default(0),
    reason: text("reason"),
    state: choice("state", leaveStates).notNull(),
    /** Who asked for it, or recorded it. */
    memberId: refersTo("member_id", () => members),
    answeredBy: refersTo("answered_by", () => members),
    answeredAt: instant("answered_at"),
    answer: text("answer"),
  },
  (t) => [
    index("leaves_by_student").on(t.schoolId, t.studentId, t.startsOn),
    index("leaves_by_class").on(t.schoolId, t.classId).where(sql`class_id is not null`),
    index("leaves_asked").on(t.schoolId, t.createdAt).where(sql`state = 'asked'`),
    check("leaves_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
    check("leaves_fee", sql`${t.feePercent} between 0 and 100`),
  ],
)
