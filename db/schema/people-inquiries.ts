import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { inquiryPurposes, inquiryStates } from "./choices"
import { day, flag, instant, owned } from "./columns"
import { students } from "./people"

/** A name in `/s/{name}`, which is its id: the school's present one and those it had, which lead there and stay its own. */
export const schoolAddresses = sqliteTable("school_addresses", owned(), (t) => [
  primaryKey({ columns: [t.schoolId, t.id] }),
  uniqueIndex("school_addresses_once").on(t.id),
])

/** The page on which strangers ask for lessons: at most one row a school, at the address that its id is. */
export const schoolPages = sqliteTable(
  "school_pages",
  {
    ...owned(),
    isOpen: flag("is_open").notNull(),
    intro: text("intro"),
    prices: text("prices"),
    /** Names, each on a line of its own. */
    instruments: text("instruments").notNull().default(""),
    /** What the form asks beyond the required: names with a space between them. */
    asks: text("asks").notNull().default(""),
    /** Whether it lists the group classes that have spots. */
    showsClasses: flag("shows_classes").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.id],
      foreignColumns: [schoolAddresses.schoolId, schoolAddresses.id],
    }),
    uniqueIndex("school_pages_once").on(t.schoolId),
  ],
)

/** What a stranger sent and hasn't confirmed by the link in their email: no one at the school sees it, and it ends after a week. */
export const inquiryDrafts = sqliteTable(
  "inquiry_drafts",
  {
    ...owned(),
    email: text("email").notNull(),
    /** JSON of the form; empty once it is confirmed. */
    answers: text("answers").notNull(),
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    confirmedAt: instant("confirmed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("inquiry_drafts_token").on(t.tokenHash),
    index("inquiry_drafts_by_email").on(t.schoolId, t.email),
    index("inquiry_drafts_by_expiry").on(t.expiresAt),
    check("inquiry_drafts_folded", sql`${t.email} = lower(${t.email})`),
  ],
)

/**
 * Someone who asked for lessons on the school's page. Once they are a student their name, contacts and words are that
 * student's and their family's alone, and no longer here.
 */
export const inquiries = sqliteTable(
  "inquiries",
  {
    ...owned(),
    state: text("state", { enum: inquiryStates }).notNull(),
    purpose: text("purpose", { enum: inquiryPurposes }).notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    birthDate: day("birth_date"),
    /** Null for an adult who asks for themselves. */
    guardianName: text("guardian_name"),
    email: text("email"),
    phone: text("phone"),
    /** The class they asked for by its name, which it may have lost since. */
    className: text("class_name"),
    instrument: text("instrument"),
    level: text("level"),
    /** `1-morning 3-evening`: days of the week, Monday being 1, and parts of the day. */
    times: text("times"),
    message: text("message"),
    /** How they heard of the school. No check: each new one would write the table again. */
    source: text("source"),
    /** What they agreed to as it was worded then, before there were documents with versions. */
    consent: text("consent"),
    nextStep: text("next_step"),
    nextOn: day("next_on"),
    lostReason: text("lost_reason"),
    studentId: text("student_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    index("inquiries_by_time").on(t.schoolId, t.createdAt, t.id),
    index("inquiries_by_email").on(t.schoolId, t.email),
    index("inquiries_by_student").on(t.schoolId, t.studentId),
    check("inquiries_state", oneOf(t.state)),
    check("inquiries_purpose", oneOf(t.purpose)),
    check("inquiries_folded", sql`${t.email} = lower(${t.email})`),
    check(
      "inquiries_named",
      sql`${t.studentId} is not null or (${t.firstName} is not null and ${t.email} is not null)`,
    ),
    check("inquiries_lost", sql`(${t.state} = 'lost') = (${t.lostReason} is not null)`),
  ],
)
