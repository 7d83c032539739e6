import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { schools } from "./accounts-schools"
import { oneOf } from "./checks"
import { choice, platformTable, refersTo } from "./column-rules"
import { flag, handled, instant, schoolTable } from "./columns"
import { members } from "./people"

/** A step of Getting Started that a member says is done. No row: not done. */
export const guideMarks = schoolTable(
  "guide_marks",
  {
    memberId: refersTo("member_id", () => members, "cascade").notNull(),
    step: choice("step", [
      "teachers",
      "classes",
      "students",
      "schedules",
      "attendance",
      "invoices",
      "communication",
      "school-settings",
    ]).notNull(),
  },
  (t) => [uniqueIndex("guide_marks_once").on(t.schoolId, t.memberId, t.step)],
)

/** How the staff answer what a visitor wrote. */
const inquiryColumns = () => ({
  assignedTo: text("assigned_to").references(() => users.id, { onDelete: "set null" }),
  answeredAt: instant("answered_at"),
  closedAt: instant("closed_at"),
  closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
  /** Since when the visitor waits again, having written back. */
  waitingSince: instant("waiting_since"),
  /** When it was proven that the address is the writer's; null while anyone could have typed it. */
  provenAt: instant("proven_at"),
  ...handled(),
  createdAt: instant("created_at").notNull(),
})

/** What a visitor wrote to the people behind Tutti. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    ...inquiryColumns(),
  },
  (t) => [
    index("contact_messages_by_time").on(t.createdAt, t.id),
    index("contact_messages_by_email").on(sql`lower(email)`, t.createdAt),
    check("contact_messages_priority", oneOf(t.priority)),
    check("contact_messages_handed", sql`${t.handedTo} is null or ${oneOf(t.handedTo)}`),
  ],
)

/** A visitor who wants to be shown Tutti; the options are those of the specification. */
export const demoRequests = sqliteTable(
  "demo_requests",
  {
    id: text("id").primaryKey(),
    fullName: text("full_name").notNull(),
    email: text("email").notNull(),
    countryCode: text("country_code").notNull(),
    phone: text("phone").notNull(),
    schoolName: text("school_name").notNull(),
    role: text("role").notNull(),
    schoolSize: text("school_size").notNull(),
    numberOfTeachers: text("number_of_teachers").notNull(),
    currentSoftware: text("current_software").notNull(),
    preferredTime: text("preferred_time").notNull(),
    timezone: text("timezone").notNull(),
    specificInterests: text("specific_interests").notNull(),
    additionalInfo: text("additional_info").notNull(),
    ...inquiryColumns(),
  },
  (t) => [
    index("demo_requests_by_time").on(t.createdAt, t.id),
    index("demo_requests_by_email").on(sql`lower(email)`, t.createdAt),
    check("demo_requests_priority", oneOf(t.priority)),
    check("demo_requests_handed", sql`${t.handedTo} is null or ${oneOf(t.handedTo)}`),
  ],
)

/** The mails of a contact message or a demo request: what the staff answered, and what came back. */
export const inquiryReplies = platformTable(
  "inquiry_replies",
  {
    id: text("id").primaryKey(),
    contactMessageId: text("contact_message_id").references(() => contactMessages.id, {
      onDelete: "cascade",
    }),
    demoRequestId: text("demo_request_id").references(() => demoRequests.id, { onDelete: "cascade" }),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    sender: choice("sender", ["staff", "visitor"]).notNull().default("staff"),
    content: text("content").notNull(),
    /** What was below the writer's words in a reply by email; null when nothing was. */
    cut: text("cut"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("inquiry_replies_by_contact").on(t.contactMessageId, t.createdAt),
    index("inquiry_replies_by_demo").on(t.demoRequestId, t.createdAt),
    check("inquiry_replies_one", sql`(${t.contactMessageId} is null) <> (${t.demoRequestId} is null)`),
  ],
)

/**
 * What platform staff did: who, why (for staff alone), and what the school was told. Without a school it concerns the
 * platform, and `about` says what. Append-only, by trigger; it goes with its school.
 */
export const staffActs = sqliteTable(
  "staff_acts",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    staffName: text("staff_name").notNull(),
    verb: text("verb").notNull(),
    about: text("about").notNull().default(""),
    reason: text("reason").notNull(),
    told: text("told").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("staff_acts_by_school").on(t.schoolId, t.createdAt),
    index("staff_acts_by_time").on(t.createdAt, t.id),
    index("staff_acts_by_user").on(t.userId, t.createdAt),
  ],
)

/** A school's consent that our staff read its records for some days, and why. */
export const supportConsents = schoolTable(
  "support_consents",
  {
    memberId: refersTo("member_id", () => members).notNull(),
    reason: text("reason").notNull(),
    endsAt: instant("ends_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    index("support_consents_by_end").on(t.schoolId, t.endsAt),
    index("support_consents_by_time").on(t.schoolId, t.createdAt, t.id),
  ],
)

/** What is left of a school that was deleted: no name, no address. The id is its former one. */
export const deletedSchools = platformTable("deleted_schools", {
  id: text("id").primaryKey(),
  kind: choice("kind", ["school", "solo"]).notNull(),
  registeredAt: instant("registered_at").notNull(),
  activatedAt: instant("activated_at"),
  /** JSON: what its subscription did, for the revenue of those months; plans and instants, no name. */
  history: text("history").notNull().default("[]"),
  deletedAt: instant("deleted_at").notNull(),
})

/** One tidying up of the platform: who, when, and what was found or removed; a dry run removes nothing. */
export const cleanupRuns = sqliteTable(
  "cleanup_runs",
  {
    id: text("id").primaryKey(),
    /** Null when the timetable ran it. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    isDry: flag("is_dry").notNull(),
    /** JSON: how many of what. */
    counts: text("counts").notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (t) => [index("cleanup_runs_by_time").on(t.createdAt, t.id)],
)

/** A copy of the database kept elsewhere: where it is, whether it could be restored and added up, what was wrong. */
export const backups = sqliteTable(
  "backups",
  {
    id: text("id").primaryKey(),
    /** The node that made it; each writes under its own name. */
    node: text("node").notNull(),
    /** The store, without credentials: a folder or `s3://bucket/prefix`. */
    place: text("place").notNull(),
    /** Its name within the store; unique there. */
    objectKey: text("object_key").notNull(),
    startedAt: instant("started_at").notNull(),
    /** When it was found whole: restored, of sound structure, with books that add up. */
    verifiedAt: instant("verified_at"),
    /** Why it can't be relied on, for a person. */
    problem: text("problem"),
    /** What is stored; absent when nothing came to be stored. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    tookMs: integer("took_ms").notNull(),
    /** When it had been kept long enough. */
    droppedAt: instant("dropped_at"),
  },
  (t) => [
    uniqueIndex("backups_object").on(t.place, t.objectKey),
    index("backups_by_time").on(t.startedAt, t.id),
    check("backups_judged", sql`(${t.verifiedAt} is null) <> (${t.problem} is null)`),
    check("backups_stored", sql`${t.verifiedAt} is null or (${t.bytes} > 0 and ${t.sha256} is not null)`),
  ],
)
