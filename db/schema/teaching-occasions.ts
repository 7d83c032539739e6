import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { occasionKinds } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable, wallClock } from "./columns"
import { members, students, teachers } from "./people"
import { rooms } from "./teaching"

/** A recital, an exam, an excursion: beside the lessons, and not one of them. Families see it once it is published. */
export const occasions = schoolTable(
  "occasions",
  {
    kind: choice("kind", occasionKinds).notNull(),
    title: text("title").notNull(),
    localDate: day("local_date").notNull(),
    startTime: wallClock("start_time").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Who is in charge. */
    teacherId: refersTo("teacher_id", () => teachers),
    roomId: refersTo("room_id", () => rooms),
    /** Where it is outside the school's rooms. */
    place: text("place"),
    /** What families read about it. */
    note: text("note"),
    /** For each student who takes part, in minor units; and the last day to withdraw without it, any where there is none. */
    feeMinor: money("fee_minor"),
    /** For each guest who comes along with one, in minor units. */
    guestFeeMinor: money("guest_fee_minor"),
    feeUntil: day("fee_until"),
    /** Whether families may pay it with their answer, instead of with their next invoice. */
    paysWithAnswer: flag("pays_with_answer").notNull().default(false),
    /** Whether it has the school's default tax. */
    isFeeTaxed: flag("is_fee_taxed").notNull().default(false),
    publishedAt: instant("published_at"),
    canceledAt: instant("canceled_at"),
    cancelReason: text("cancel_reason"),
    /** Goes up with each change, so that calendars take the newest. */
    revision: integer("revision").notNull().default(0),
    /** Goes up when there is something to tell: published, moved, canceled. */
    news: integer("news").notNull().default(0),
    /** The form it was added with: sent again, it adds nothing. */
    formKey: text("form_key"),
  },
  (t) => [
    index("occasions_by_teacher").on(t.schoolId, t.teacherId),
    index("occasions_by_date").on(t.schoolId, t.localDate, t.startsAt),
    index("occasions_by_room").on(t.schoolId, t.roomId),
    uniqueIndex("occasions_by_form").on(t.schoolId, t.formKey).where(sql`form_key is not null`),
    check("occasions_order", sql`${t.startsAt} < ${t.endsAt}`),
    check("occasions_place", sql`${t.roomId} is null or ${t.place} is null`),
    check("occasions_canceled", sql`${t.canceledAt} is null or ${t.publishedAt} is not null`),
    check("occasions_reason", sql`(${t.canceledAt} is null) = (${t.cancelReason} is null)`),
  ],
)

/** A student who is invited, what the family answered, and what came of it. */
export const occasionGuests = schoolTable(
  "occasion_guests",
  {
    occasionId: refersTo("occasion_id", () => occasions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    answer: text("answer", { enum: ["yes", "no"] }),
    /** How many come along with the student. */
    companions: integer("companions").notNull().default(0),
    answeredAt: instant("answered_at"),
    answeredBy: refersTo("answered_by", () => members),
    /** JSON: the answer before the one that the office entered, to undo it. */
    answerBefore: text("answer_before"),
    /** When the family was told of it. */
    toldAt: instant("told_at"),
    /** The news of the event that the family was told last. */
    toldNews: integer("told_news").notNull().default(0),
    /** What an exam came to, in the school's own words. */
    grade: text("grade"),
    outcome: text("outcome"),
    resultNote: text("result_note"),
    resultOn: day("result_on"),
    /** From when on the family sees it. */
    releasedAt: instant("released_at"),
  },
  (t) => [
    uniqueIndex("occasion_guests_once").on(t.schoolId, t.occasionId, t.studentId),
    index("occasion_guests_by_student").on(t.schoolId, t.studentId),
    index("occasion_guests_outcomes").on(t.schoolId, t.outcome).where(sql`outcome is not null`),
    check("occasion_guests_answer", sql`${t.answer} is null or ${oneOf(t.answer)}`),
    check("occasion_guests_answered", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check(
      "occasion_guests_result",
      sql`(coalesce(${t.grade}, ${t.outcome}, ${t.resultNote}) is null) = (${t.resultOn} is null)`,
    ),
    check("occasion_guests_released", sql`${t.releasedAt} is null or ${t.resultOn} is not null`),
  ],
)

/** One piece of the program, at its position from 1. */
export const programEntries = schoolTable(
  "program_entries",
  {
    occasionId: refersTo("occasion_id", () => occasions).notNull(),
    position: integer("position").notNull(),
    piece: text("piece").notNull(),
    composer: text("composer"),
    accompanist: text("accompanist"),
    minutes: integer("minutes"),
    /** The form it was added with: sent again, it adds nothing. */
    formKey: text("form_key"),
  },
  (t) => [
    index("program_entries_by_occasion").on(t.schoolId, t.occasionId, t.position),
    uniqueIndex("program_entries_by_form").on(t.schoolId, t.formKey).where(sql`form_key is not null`),
    check("program_entries_minutes", sql`${t.minutes} is null or ${t.minutes} between 1 and 240`),
  ],
)

/** A student who plays in an entry of the program. */
export const programPerformers = schoolTable(
  "program_performers",
  {
    entryId: refersTo("entry_id", () => programEntries).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
  },
  (t) => [
    uniqueIndex("program_performers_once").on(t.schoolId, t.entryId, t.studentId),
    index("program_performers_by_student").on(t.schoolId, t.studentId),
  ],
)
