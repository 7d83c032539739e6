import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { formAudiences, formPurposes, inquiryPurposes, inquiryStates } from "./choices"
import { choice, refers, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { members, students, teachers } from "./people"

/** A name in `/s/{name}`, which is its id: the school's present one and those it had, which lead there and stay its own. */
export const schoolAddresses = schoolTable("school_addresses", {}, (t) => [
  uniqueIndex("school_addresses_once").on(t.id),
])

/** The page on which strangers ask for lessons: at most one row a school, at the address that its id is. */
export const schoolPages = schoolTable(
  "school_pages",
  {
    isOpen: flag("is_open").notNull(),
    intro: text("intro"),
    prices: text("prices"),
    /** Names, each on a line of its own. */
    instruments: text("instruments").notNull().default(""),
    /** Whether it lists the group classes that have spots. */
    showsClasses: flag("shows_classes").notNull().default(false),
  },
  (t) => [refers(t, t.id, schoolAddresses), uniqueIndex("school_pages_once").on(t.schoolId)],
)

/**
 * A form of the public page, at `/s/{school}/{path}`, for one purpose. The main one is on the page itself. With a length, a form for
 * trial lessons offers open times.
 */
export const inquiryForms = schoolTable(
  "inquiry_forms",
  {
    path: text("path").notNull(),
    /** The addresses it had, the last one first, with a space between them: they lead to it. */
    formerPaths: text("former_paths").notNull().default(""),
    name: text("name").notNull(),
    intro: text("intro"),
    purpose: choice("purpose", formPurposes).notNull(),
    forWhom: choice("for_whom", formAudiences).notNull(),
    /** What it asks beyond names and email, in order: `birthDate! phone custom-…`, a ! after what is required. */
    fields: text("fields").notNull().default(""),
    /** The consent documents it doesn't ask, by id with a space between them. */
    leftOut: text("left_out").notNull().default(""),
    isMain: flag("is_main").notNull().default(false),
    /** Whether the page names it. */
    isListed: flag("is_listed").notNull().default(true),
    archivedAt: instant("archived_at"),
    trialMinutes: integer("trial_minutes"),
    trialNoticeHours: integer("trial_notice_hours"),
    trialDaysAhead: integer("trial_days_ahead"),
    /** What the page says a trial costs; null where it says nothing, 0 for free. */
    trialPriceMinor: money("trial_price_minor"),
    /** Whether a free spot is offered as soon as the visitor has confirmed their email, and with what deposit. */
    offersSpot: flag("offers_spot").notNull().default(false),
    depositMinor: money("deposit_minor"),
  },
  (t) => [
    uniqueIndex("inquiry_forms_path").on(t.schoolId, t.path),
    uniqueIndex("inquiry_forms_main").on(t.schoolId).where(sql`${t.isMain} = 1`),
    check("inquiry_forms_main_open", sql`${t.isMain} = 0 or ${t.archivedAt} is null`),
  ],
)

/** The teachers whose open times a form for trial lessons offers. */
export const inquiryFormTeachers = schoolTable(
  "inquiry_form_teachers",
  {
    formId: refersTo("form_id", () => inquiryForms).notNull(),
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
  },
  (t) => [
    uniqueIndex("inquiry_form_teachers_once").on(t.schoolId, t.formId, t.teacherId),
    index("inquiry_form_teachers_by_teacher").on(t.schoolId, t.teacherId),
  ],
)

/** What a stranger sent and hasn't confirmed by the link in their email: no one at the school sees it, and it ends after a week. */
export const inquiryDrafts = schoolTable(
  "inquiry_drafts",
  {
    email: text("email").notNull(),
    /** JSON of the form; empty once it is confirmed. */
    answers: text("answers").notNull(),
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    confirmedAt: instant("confirmed_at"),
  },
  (t) => [
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
export const inquiries = schoolTable(
  "inquiries",
  {
    state: choice("state", inquiryStates).notNull(),
    purpose: choice("purpose", inquiryPurposes).notNull(),
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
    /** What the link that led them here was for, as its `campaign` says. */
    campaign: text("campaign"),
    /** What they agreed to as it was worded then, before there were documents with versions. */
    consent: text("consent"),
    nextStep: text("next_step"),
    nextOn: day("next_on"),
    lostReason: text("lost_reason"),
    studentId: refersTo("student_id", () => students),
  },
  (t) => [
    index("inquiries_by_time").on(t.schoolId, t.createdAt, t.id),
    index("inquiries_by_email").on(t.schoolId, t.email),
    index("inquiries_by_student").on(t.schoolId, t.studentId),
    check("inquiries_folded", sql`${t.email} = lower(${t.email})`),
    check(
      "inquiries_named",
      sql`${t.studentId} is not null or (${t.firstName} is not null and ${t.email} is not null)`,
    ),
    check("inquiries_lost", sql`(${t.state} = 'lost') = (${t.lostReason} is not null)`),
  ],
)

/** More of an inquiry, at most one row each: the form it came by, what that asked, and how the office goes on. */
export const inquiryDetails = schoolTable(
  "inquiry_details",
  {
    inquiryId: refersTo("inquiry_id", () => inquiries, "cascade").notNull(),
    formId: refersTo("form_id", () => inquiryForms),
    /** What the form was for when it was sent. */
    purpose: choice("purpose", formPurposes),
    address: text("address"),
    emergencyContact: text("emergency_contact"),
    /** JSON of the answers to custom fields, by field; empty once there is a student. */
    answers: text("answers").notNull().default(""),
    /** When the office first did something about it. */
    answeredAt: instant("answered_at"),
    /** Who takes the next step. */
    memberId: refersTo("member_id", () => members),
  },
  (t) => [
    uniqueIndex("inquiry_details_once").on(t.schoolId, t.inquiryId),
    index("inquiry_details_by_form").on(t.schoolId, t.formId),
    index("inquiry_details_by_member").on(t.schoolId, t.memberId),
  ],
)
