import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { flag, instant, money, owned } from "./columns"
import { members, users } from "./people"
import { schools } from "./schools"

/** One authenticated browser. Only the hash of its token is kept. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    schoolId: text("school_id"),
    memberId: text("member_id"),
    remembered: flag("remembered").notNull(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("sign_ins_token").on(t.tokenHash),
    index("sign_ins_by_user").on(t.userId),
    index("sign_ins_by_expiry").on(t.expiresAt),
    check("sign_ins_member_whole", sql`(${t.schoolId} is null) = (${t.memberId} is null)`),
  ],
)

/**
 * A form sent after its sign-in had ended, for the person to look at once they are back. Sealed under a token that only
 * their browser holds; nothing in it is ever carried out.
 */
export const keptForms = sqliteTable(
  "kept_forms",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** the member who filled it in, or the user who is a member of no school */
    holder: text("holder").notNull(),
    sealed: text("sealed").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("kept_forms_by_holder").on(t.holder), index("kept_forms_by_expiry").on(t.expiresAt)],
)

/** A link in a mail: one purpose, one subject, single use. The token is derived from the id, only its hash is kept. */
export const oneTimeLinks = sqliteTable(
  "one_time_links",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    purpose: text("purpose", {
      enum: [
        "guardian-invitation",
        "student-invitation",
        "teacher-invitation",
        "staff-invitation",
        "password-reset",
        "email-confirmation",
      ],
    }).notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The guardian, student, teacher or user it is for. */
    subjectId: text("subject_id").notNull(),
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("one_time_links_token").on(t.tokenHash),
    index("one_time_links_by_subject").on(t.purpose, t.subjectId),
    index("one_time_links_by_school").on(t.schoolId, t.createdAt),
    check(
      "one_time_links_purpose",
      sql`${t.purpose} in ('guardian-invitation', 'student-invitation', 'teacher-invitation', 'staff-invitation', 'password-reset', 'email-confirmation')`,
    ),
  ],
)

export const planKeys = ["soloTeacher", "standard", "professional"] as const
export const planIntervals = ["monthly", "yearly"] as const

/** What a school has of us: one row per school. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    schoolId: text("school_id")
      .primaryKey()
      .references(() => schools.id),
    plan: text("plan", { enum: planKeys }),
    interval: text("interval", { enum: planIntervals }),
    status: text("status", { enum: ["pending", "active", "cancelled", "suspended", "expired"] }).notNull(),
    /** What is billed from `paidUntil` on, when that is another plan or period than what is paid for. */
    nextPlan: text("next_plan", { enum: planKeys }),
    nextInterval: text("next_interval", { enum: planIntervals }),
    providerSubscriptionId: text("provider_subscription_id"),
    paidUntil: instant("paid_until"),
    activatedAt: instant("activated_at"),
    /** What the provider said when it was last asked, in its own words, and when that was. */
    providerStatus: text("provider_status"),
    providerAskedAt: instant("provider_asked_at"),
    /** Until when platform staff keep the school open, whatever the provider says. */
    extendedUntil: instant("extended_until"),
    /** Since when platform staff hold the school closed, whatever was paid. */
    heldAt: instant("held_at"),
    updatedAt: instant("updated_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("subscriptions_provider").on(t.providerSubscriptionId),
    index("subscriptions_by_status").on(t.status, t.updatedAt),
    check(
      "subscriptions_status",
      sql`${t.status} in ('pending', 'active', 'cancelled', 'suspended', 'expired')`,
    ),
    check(
      "subscriptions_plan",
      sql`${t.plan} is null or ${t.plan} in ('soloTeacher', 'standard', 'professional')`,
    ),
    check("subscriptions_interval", sql`${t.interval} is null or ${t.interval} in ('monthly', 'yearly')`),
    check(
      "subscriptions_next_plan",
      sql`${t.nextPlan} is null or ${t.nextPlan} in ('soloTeacher', 'standard', 'professional')`,
    ),
    check("subscriptions_next_whole", sql`(${t.nextPlan} is null) = (${t.nextInterval} is null)`),
    check(
      "subscriptions_next_interval",
      sql`${t.nextInterval} is null or ${t.nextInterval} in ('monthly', 'yearly')`,
    ),
    check(
      "subscriptions_active_whole",
      sql`${t.status} <> 'active' or (${t.plan} is not null and ${t.paidUntil} is not null)`,
    ),
  ],
)

/** One try to subscribe: what we asked for, with which the provider's answer is compared. */
export const subscriptionAttempts = sqliteTable(
  "subscription_attempts",
  {
    ...owned(),
    plan: text("plan", { enum: planKeys }).notNull(),
    interval: text("interval", { enum: planIntervals }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    providerPlanId: text("provider_plan_id").notNull(),
    providerSubscriptionId: text("provider_subscription_id"),
    /** An upgrade: the running subscription it takes the place of, and when regular billing begins (`amountMinor` is due today). */
    replacesSubscriptionId: text("replaces_provider_subscription"),
    startsAt: instant("starts_at"),
    state: text("state", {
      enum: ["created", "approving", "activated", "cancelled", "declined", "mismatch"],
    }).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    uniqueIndex("subscription_attempts_provider").on(t.providerSubscriptionId),
    index("subscription_attempts_open").on(t.state, t.updatedAt),
    check("subscription_attempts_plan", sql`${t.plan} in ('soloTeacher', 'standard', 'professional')`),
    check("subscription_attempts_interval", sql`${t.interval} in ('monthly', 'yearly')`),
    check(
      "subscription_attempts_state",
      sql`${t.state} in ('created', 'approving', 'activated', 'cancelled', 'declined', 'mismatch')`,
    ),
  ],
)

/** A wish to move a running subscription to another plan; the buyer agrees to it at the provider. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    ...owned(),
    plan: text("plan", { enum: planKeys }).notNull(),
    interval: text("interval", { enum: planIntervals }).notNull(),
    providerPlanId: text("provider_plan_id").notNull(),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    state: text("state", { enum: ["approving", "done", "cancelled"] }).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    index("plan_changes_by_subscription").on(t.providerSubscriptionId, t.state),
    check("plan_changes_plan", sql`${t.plan} in ('soloTeacher', 'standard', 'professional')`),
    check("plan_changes_interval", sql`${t.interval} in ('monthly', 'yearly')`),
    check("plan_changes_state", sql`${t.state} in ('approving', 'done', 'cancelled')`),
  ],
)

/** Something about a school's subscription that platform staff should look at; at most one open case a reason. */
export const subscriptionCases = sqliteTable(
  "subscription_cases",
  {
    ...owned(),
    reason: text("reason", { enum: ["activation-asked", "mismatch", "not-at-provider"] }).notNull(),
    /** JSON: what was found. */
    facts: text("facts").notNull(),
    updatedAt: instant("updated_at").notNull(),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    uniqueIndex("subscription_cases_open").on(t.schoolId, t.reason).where(sql`closed_at is null`),
    index("subscription_cases_by_time").on(t.updatedAt),
    check(
      "subscription_cases_reason",
      sql`${t.reason} in ('activation-asked', 'mismatch', 'not-at-provider')`,
    ),
  ],
)

/** What platform staff did to a school: who, why (for staff alone), and what the school was told. Append-only, by trigger. */
export const staffActs = sqliteTable(
  "staff_acts",
  {
    ...owned(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    staffName: text("staff_name").notNull(),
    verb: text("verb").notNull(),
    reason: text("reason").notNull(),
    told: text("told").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    index("staff_acts_by_time").on(t.schoolId, t.createdAt),
  ],
)

/** What the provider told us happened, as it came. Stored once; what it means is asked of the provider afterwards. */
export const providerEvents = sqliteTable(
  "provider_events",
  {
    /** The provider's own id of the event. */
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    /** The subscription or order it is about, as the provider names it. */
    resourceId: text("resource_id"),
    raw: text("raw").notNull(),
    receivedAt: instant("received_at").notNull(),
    processedAt: instant("processed_at"),
    /** What came of it: a kind, or a kind and its state. */
    outcome: text("outcome"),
  },
  (t) => [
    index("provider_events_by_time").on(t.receivedAt, t.id),
    index("provider_events_by_resource").on(t.resourceId),
    index("provider_events_by_kind").on(t.kind),
  ],
)

/** What schools paid us, as the provider lists it. */
export const platformPayments = sqliteTable(
  "platform_payments",
  {
    /** The provider's id of the payment. */
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
    /** How much of it went back; the payment itself stays what it was. */
    refundedMinor: money("refunded_minor").notNull().default(0),
    currency: text("currency").notNull(),
    /** In the provider's words: COMPLETED, DECLINED, PENDING, REFUNDED, PARTIALLY_REFUNDED. */
    status: text("status").notNull(),
    paidAt: instant("paid_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("platform_payments_by_time").on(t.paidAt, t.id),
    index("platform_payments_by_school").on(t.schoolId, t.paidAt),
  ],
)

/** What is left of a registration that was cancelled: no name, no address. The id is the school's former one. */
export const cancelledRegistrations = sqliteTable(
  "cancelled_registrations",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["school", "solo"] }).notNull(),
    registeredAt: instant("registered_at").notNull(),
    cancelledAt: instant("cancelled_at").notNull(),
  },
  (t) => [check("cancelled_registrations_kind", sql`${t.kind} in ('school', 'solo')`)],
)

/** What is left of a school that was deleted: no name, no address. The id is its former one. */
export const deletedSchools = sqliteTable(
  "deleted_schools",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["school", "solo"] }).notNull(),
    registeredAt: instant("registered_at").notNull(),
    activatedAt: instant("activated_at"),
    deletedAt: instant("deleted_at").notNull(),
  },
  (t) => [check("deleted_schools_kind", sql`${t.kind} in ('school', 'solo')`)],
)

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

/** A subscription somebody could still approve although its registration is gone: it is watched, and ended if paid. */
export const orphanedSubscriptions = sqliteTable(
  "orphaned_subscriptions",
  {
    providerSubscriptionId: text("provider_subscription_id").primaryKey(),
    registrationId: text("registration_id")
      .notNull()
      .references(() => cancelledRegistrations.id),
    state: text("state", { enum: ["watched", "paid", "ended"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("orphaned_subscriptions_by_state").on(t.state, t.updatedAt),
    check("orphaned_subscriptions_state", sql`${t.state} in ('watched', 'paid', 'ended')`),
  ],
)

/** Mail to send, written in the transaction that caused it. The id is the provider's idempotency key. */
export const emails = sqliteTable(
  "emails",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    template: text("template").notNull(),
    recipient: text("recipient").notNull(),
    /** JSON for the template: ids and names, never a secret. */
    data: text("data").notNull(),
    state: text("state", { enum: ["queued", "sent", "failed", "dead"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    leaseUntil: instant("lease_until"),
    providerId: text("provider_id"),
    lastError: text("last_error"),
    sentAt: instant("sent_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("emails_due").on(t.dueAt).where(sql`state = 'queued'`),
    index("emails_by_school").on(t.schoolId, t.createdAt),
    index("emails_by_recipient").on(t.recipient, t.createdAt),
    check("emails_state", sql`${t.state} in ('queued', 'sent', 'failed', 'dead')`),
  ],
)

/** Work that runs without a request. A row with a `uniqueKey` stands at most once. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    kind: text("kind").notNull(),
    payload: text("payload").notNull(),
    uniqueKey: text("unique_key"),
    state: text("state", { enum: ["queued", "done", "dead"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    leaseUntil: instant("lease_until"),
    lastError: text("last_error"),
    finishedAt: instant("finished_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("jobs_unique").on(t.uniqueKey),
    index("jobs_due").on(t.dueAt).where(sql`state = 'queued'`),
    check("jobs_state", sql`${t.state} in ('queued', 'done', 'dead')`),
  ],
)

/** The school's audit log; append-only (trigger). */
export const events = sqliteTable(
  "events",
  {
    ...owned(),
    memberId: text("member_id"),
    actorName: text("actor_name").notNull(),
    verb: text("verb").notNull(),
    noun: text("noun").notNull(),
    nounId: text("noun_id").notNull(),
    before: text("before"),
    after: text("after"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("events_by_noun").on(t.schoolId, t.noun, t.nounId, t.createdAt),
    index("events_by_time").on(t.schoolId, t.createdAt),
    index("events_by_member").on(t.schoolId, t.memberId, t.createdAt),
  ],
)

/** An uploaded roster: the file as it came, how its columns were read, what became of it. */
export const imports = sqliteTable(
  "imports",
  {
    ...owned(),
    fileName: text("file_name").notNull(),
    encoding: text("encoding").notNull(),
    delimiter: text("delimiter").notNull(),
    /** The decoded text of the file. */
    content: text("content").notNull(),
    /** JSON: column index to field, and the options chosen. */
    mapping: text("mapping").notNull(),
    options: text("options").notNull(),
    /** Importing and undoing take many small steps; see the model roster-import. */
    state: text("state", { enum: ["uploaded", "importing", "imported", "undoing", "undone"] }).notNull(),
    /** Who pressed the button, and which plan they had seen. */
    startedBy: text("started_by"),
    fingerprint: text("fingerprint"),
    /** How many steps are done, and of how many; 0 of 0 while they are being prepared. */
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    importedAt: instant("imported_at"),
    canceledAt: instant("canceled_at"),
    undoneAt: instant("undone_at"),
    createdBy: text("created_by"),
    /** JSON counts of what was made. */
    summary: text("summary"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.createdBy], foreignColumns: [members.schoolId, members.id] }),
    foreignKey({ columns: [t.schoolId, t.startedBy], foreignColumns: [members.schoolId, members.id] }),
    index("imports_by_time").on(t.schoolId, t.createdAt),
    check("imports_state", sql`${t.state} in ('uploaded', 'importing', 'imported', 'undoing', 'undone')`),
  ],
)

/** What an import made, so that it can be undone while nothing has been built on it. */
export const importCreations = sqliteTable(
  "import_creations",
  {
    ...owned(),
    importId: text("import_id").notNull(),
    noun: text("noun").notNull(),
    nounId: text("noun_id").notNull(),
    /** What the plan calls it: the key of a teacher, family or class, or a student's row number. */
    planKey: text("plan_key"),
    /** What undoing did with it; null while it is there as it was made. */
    undone: text("undone", { enum: ["removed", "kept"] }),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.importId], foreignColumns: [imports.schoolId, imports.id] }),
    index("import_creations_by_import").on(t.schoolId, t.importId, t.noun, t.planKey),
    index("import_creations_by_noun").on(t.schoolId, t.noun, t.nounId),
    check("import_creations_undone", sql`${t.undone} in ('removed', 'kept')`),
  ],
)

/** The steps of an import that are still to be done, and the rows of its file that stayed out. */
export const importParts = sqliteTable(
  "import_parts",
  {
    ...owned(),
    importId: text("import_id").notNull(),
    /** In this order they are done. */
    position: integer("position").notNull(),
    kind: text("kind", {
      enum: ["teacher", "family", "students", "class", "enrollments", "sessions", "left-out"],
    }).notNull(),
    /** The file's row, of those that stayed out. */
    rowNumber: integer("row_number"),
    /** JSON: what the step makes, or why the row stayed out. */
    content: text("content").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.importId], foreignColumns: [imports.schoolId, imports.id] }),
    uniqueIndex("import_parts_in_order").on(t.schoolId, t.importId, t.position),
    index("import_parts_left_out").on(t.schoolId, t.importId, t.rowNumber).where(sql`kind = 'left-out'`),
    check(
      "import_parts_kind",
      sql`${t.kind} in ('teacher', 'family', 'students', 'class', 'enrollments', 'sessions', 'left-out')`,
    ),
  ],
)

/** What a visitor wrote to the people behind Tutti. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    assignedTo: text("assigned_to").references(() => users.id, { onDelete: "set null" }),
    answeredAt: instant("answered_at"),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("contact_messages_by_time").on(t.createdAt, t.id)],
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
    assignedTo: text("assigned_to").references(() => users.id, { onDelete: "set null" }),
    answeredAt: instant("answered_at"),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("demo_requests_by_time").on(t.createdAt, t.id)],
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
    /** Why it cannot be relied upon, for a person. */
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

/**
 * Wrong passwords in a row, so that each further try waits longer. `kind` says what is counted: a pair of account and
 * client address, a known device of an account, an account from anywhere, or a client address for whatever account.
 */
export const signInTries = sqliteTable(
  "sign_in_tries",
  {
    kind: text("kind", { enum: ["pair", "device", "account", "address"] }).notNull(),
    /** The name typed, folded; it may be nobody's. Empty when the client address alone is counted. */
    account: text("account").notNull(),
    /** The client address or the device; empty when the account alone is counted. */
    source: text("source").notNull(),
    failures: integer("failures").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.account, t.source] }),
    index("sign_in_tries_by_account").on(t.account),
    index("sign_in_tries_by_time").on(t.lastAt),
    check("sign_in_tries_kind", sql`${t.kind} in ('pair', 'device', 'account', 'address')`),
  ],
)

/** Buckets of rate-limiter-flexible (its own column names). */
export const rateLimits = sqliteTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: integer("expire"),
})
