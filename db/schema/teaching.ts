import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { taxRates } from "./accounts-school-lists"
import { oneOf } from "./checks"
import { billingModes, classKinds, waitingStates } from "./choices"
import { choice, refers, refersTo } from "./column-rules"
import { chosenTax, day, instant, money, schoolTable, wallClock } from "./columns"
import { students, teachers } from "./people"
import { priceRises } from "./teaching-price-rises"

export const rooms = schoolTable(
  "rooms",
  {
    name: text("name").notNull(),
    /** The building it is in, where the school has several. */
    site: text("site"),
    /** How long it stays empty between two lessons; null is as long as the school says. */
    bufferMinutes: integer("buffer_minutes"),
    archivedAt: instant("archived_at"),
  },
  (t) => [index("rooms_by_name").on(t.schoolId, t.name)],
)

/** Days without lessons, both ends included. */
export const closures = schoolTable(
  "closures",
  {
    name: text("name").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
    /** What those have in common that were added at once: their emails are one. */
    addedAs: text("added_as"),
  },
  (t) => [
    index("closures_by_date").on(t.schoolId, t.startsOn, t.endsOn),
    check("closures_order", sql`${t.startsOn} <= ${t.endsOn}`),
  ],
)

export const classes = schoolTable(
  "classes",
  {
    name: text("name").notNull(),
    kind: choice("kind", classKinds).notNull(),
    instrument: text("instrument"),
    teacherId: refersTo("teacher_id", () => teachers),
    roomId: refersTo("room_id", () => rooms),
    capacity: integer("capacity").notNull(),
    /** Where its online lessons take place. */
    onlineLink: text("online_link"),
    endedOn: day("ended_on"),
    /** The class of an earlier term that it continues. */
    continuesId: text("continues_id"),
    ...chosenTax(),
  },
  (t) => [
    refers(t, t.continuesId, t),
    index("classes_by_continued").on(t.schoolId, t.continuesId),
    refers(t, t.taxRateId, taxRates),
    index("classes_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
    index("classes_by_teacher").on(t.schoolId, t.teacherId),
    check("classes_capacity", sql`${t.capacity} between 1 and 500`),
  ],
)

/** Who teaches a class beside its own teacher, from a day to a day (both included): each lesson of those days is theirs, too. */
export const classTeachers = schoolTable(
  "class_teachers",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
  },
  (t) => [
    index("class_teachers_by_class").on(t.schoolId, t.classId, t.startsOn),
    index("class_teachers_by_teacher").on(t.schoolId, t.teacherId, t.startsOn),
    check("class_teachers_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
  ],
)

/** Who is a class's own teacher from a later day on, or that no one is yet; once the day has begun, the class says it itself. */
export const laterTeachers = schoolTable(
  "later_teachers",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    teacherId: refersTo("teacher_id", () => teachers),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    uniqueIndex("later_teachers_by_class").on(t.schoolId, t.classId),
    index("later_teachers_by_teacher").on(t.schoolId, t.teacherId),
    index("later_teachers_by_date").on(t.schoolId, t.fromDate),
  ],
)

/** The price of a class for one student, from a day on. Monthly is a flat fee per calendar month. */
export const classPrices = schoolTable(
  "class_prices",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    billing: choice("billing", billingModes).notNull(),
    amountMinor: money("amount_minor").notNull(),
    fromDate: day("from_date").notNull(),
    riseId: refersTo("rise_id", () => priceRises),
    /** Which month of a course price it is, counted from 1: what that costs, and no later one. Months due on one day are one installment. */
    part: integer("part"),
    parts: integer("parts"),
    dueOn: day("due_on"),
  },
  (t) => [
    index("class_prices_by_rise").on(t.schoolId, t.riseId),
    index("class_prices_by_class").on(t.schoolId, t.classId, t.fromDate),
    check("class_prices_amount", sql`${t.amountMinor} >= 0`),
    check(
      "class_prices_part",
      sql`(${t.part} is null and ${t.parts} is null and ${t.dueOn} is null)
        or (${t.billing} = 'monthly' and ${t.parts} between 1 and 24 and ${t.part} between 1 and ${t.parts}
          and ${t.dueOn} is not null)`,
    ),
  ],
)

/** A class's repeating rule: RFC 5545 RRULE text, wall-clock start in the school's zone. */
export const schedules = schoolTable(
  "schedules",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    rrule: text("rrule").notNull(),
    startTime: wallClock("start_time").notNull(),
    minutes: integer("minutes").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
    /** Sessions exist as rows up to and including this day. */
    madeUntil: day("made_until").notNull(),
  },
  (t) => [
    index("schedules_by_class").on(t.schoolId, t.classId),
    index("schedules_by_made_until").on(t.madeUntil),
    check("schedules_minutes", sql`${t.minutes} between 5 and 600`),
    check("schedules_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
  ],
)

/**
 * A student in a class, from a day to a day (both included). Price and billing are what was agreed at the start and
 * override the class's own; what was agreed later is a row of `ownPrices`.
 */
export const enrollments = schoolTable(
  "enrollments",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
    billing: text("billing", { enum: billingModes }),
    priceMinor: money("price_minor"),
    endReason: text("end_reason"),
    /** Why they joined without what the class requires. */
    prerequisiteReason: text("prerequisite_reason"),
  },
  (t) => [
    index("enrollments_by_class").on(t.schoolId, t.classId, t.startsOn),
    index("enrollments_by_student").on(t.schoolId, t.studentId, t.startsOn),
    check("enrollments_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
    check("enrollments_billing", sql`${t.billing} is null or ${oneOf(t.billing)}`),
    check("enrollments_price", sql`${t.priceMinor} is null or ${t.priceMinor} >= 0`),
  ],
)

/**
 * What an enrollment costs from a day on, after what was agreed when it was made: an own price, or, without an amount,
 * the class's price again.
 */
export const ownPrices = schoolTable(
  "own_prices",
  {
    enrollmentId: refersTo("enrollment_id", () => enrollments).notNull(),
    billing: text("billing", { enum: billingModes }),
    amountMinor: money("amount_minor"),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    uniqueIndex("own_prices_once").on(t.schoolId, t.enrollmentId, t.fromDate),
    check("own_prices_billing", sql`${t.billing} is null or ${oneOf(t.billing)}`),
    check("own_prices_amount", sql`${t.amountMinor} is null or ${t.amountMinor} >= 0`),
    check("own_prices_whole", sql`${t.amountMinor} is not null or ${t.billing} is null`),
  ],
)

/**
 * A student in line for a class that is full, the earliest row first. A free place is offered until an instant; while it
 * is, no one else is put on it. A row that is closed says how it ended.
 */
export const waitingSpots = schoolTable(
  "waiting_places",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    state: choice("state", waitingStates).notNull(),
    offerUntil: instant("offer_until"),
    /** From which day an offered spot is free (2026-12-10); without one, from today. */
    offerFrom: day("offer_from"),
    /** Why they wait without what the class requires; it goes with them into the class. */
    prerequisiteReason: text("prerequisite_reason"),
    /** The price that the family read when they accepted the spot. */
    agreedPrice: text("agreed_price"),
    /** What the family would rather have than the spot that it was offered. */
    wish: text("wish"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    uniqueIndex("waiting_places_once")
      .on(t.schoolId, t.classId, t.studentId)
      .where(sql`state in ('waiting', 'offered')`),
    index("waiting_places_by_student").on(t.schoolId, t.studentId),
    index("waiting_places_waiting").on(t.schoolId, t.classId).where(sql`state = 'waiting'`),
    index("waiting_places_offered").on(t.schoolId, t.offerUntil).where(sql`state = 'offered'`),
    check("waiting_places_offer", sql`${t.state} <> 'offered' or ${t.offerUntil} is not null`),
    check("waiting_places_closed", sql`(${t.state} in ('waiting', 'offered')) = (${t.closedAt} is null)`),
  ],
)
