import { sql } from "drizzle-orm"
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { schools } from "./accounts-schools"
import { choice, platformTable } from "./column-rules"
import { day, instant, schoolTable } from "./columns"

/** A stretch of the school's year, both ends included; terms do not overlap. */
export const terms = schoolTable(
  "terms",
  {
    name: text("name").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
  },
  (t) => [
    index("terms_by_date").on(t.schoolId, t.startsOn),
    check("terms_order", sql`${t.startsOn} <= ${t.endsOn}`),
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

/**
 * A form that was carried out, by a hash of who sent it, its page's token and everything in it: sent again, it isn't carried out
 * again. Gone after a week.
 */
export const carriedForms = sqliteTable(
  "carried_forms",
  { id: text("id").primaryKey(), carriedAt: instant("carried_at").notNull() },
  (t) => [index("carried_forms_by_time").on(t.carriedAt)],
)

/** A link in a mail: one purpose, one subject, single use. The token is derived from the id, only its hash is kept. */
export const oneTimeLinks = platformTable(
  "one_time_links",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    purpose: choice("purpose", [
      "guardian-invitation",
      "student-invitation",
      "teacher-invitation",
      "staff-invitation",
      "password-reset",
      "email-confirmation",
      "email-change",
      "offer",
      "spot-offer",
    ]).notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The guardian, student, teacher, user, offer or spot in a waiting list it is for. */
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
  ],
)

/** Work that runs without a request. A row with a `uniqueKey` is at most once. */
export const jobs = platformTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    kind: text("kind").notNull(),
    payload: text("payload").notNull(),
    uniqueKey: text("unique_key"),
    state: choice("state", ["queued", "done", "dead"]).notNull(),
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
    index("jobs_given_up").on(t.kind, t.dueAt).where(sql`state = 'dead'`),
  ],
)

/**
 * Wrong passwords in a row, so that each further try waits longer. `kind` says what is counted: a pair of account and
 * client address, a known device of an account, an account from anywhere, or a client address for whatever account.
 */
export const signInTries = platformTable(
  "sign_in_tries",
  {
    kind: choice("kind", ["pair", "device", "account", "address"]).notNull(),
    /** The name typed, folded; it may be no one's. Empty when the client address alone is counted. */
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
  ],
)

/** Buckets of rate-limiter-flexible (its own column names). */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull().default(0),
    expire: integer("expire"),
  },
  (t) => [index("rate_limits_by_end").on(t.expire)],
)

/** One row each time a node became the primary. What was written behind `beganAfter` in an older term was lost. */
export const primaryTerms = sqliteTable("primary_terms", {
  term: integer("term").primaryKey(),
  /** The node's name in the settings. */
  node: text("node").notNull(),
  /** The database's position before the term's own first write: 16 hexadecimal digits. */
  beganAfter: text("began_after").notNull(),
  beganAt: instant("began_at").notNull(),
})
