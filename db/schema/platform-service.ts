import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { schools } from "./accounts-schools"
import { choice, platformTable } from "./column-rules"
import { flag, instant } from "./columns"

const madeBy = () => ({
  createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: instant("created_at").notNull(),
})

/** What everyone reads above every page: that nothing can be saved for now, or when that will be. */
export const platformNotices = platformTable(
  "platform_notices",
  {
    id: text("id").primaryKey(),
    kind: choice("kind", ["read-only", "maintenance"]).notNull(),
    /** For everyone; empty: the usual sentence. */
    text: text("text").notNull(),
    /** Of maintenance: when it begins. Of read-only: since when. */
    startsAt: instant("starts_at").notNull(),
    /** When it is expected to be over; read-only lasts until someone ends it all the same. */
    endsAt: instant("ends_at"),
    endedAt: instant("ended_at"),
    ...madeBy(),
  },
  (t) => [
    index("platform_notices_open").on(t.createdAt).where(sql`ended_at is null`),
    index("platform_notices_by_time").on(t.createdAt),
    check("platform_notices_order", sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
  ],
)

/** Something that did not work, as the public status page tells it. */
export const incidents = platformTable(
  "incidents",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    impact: choice("impact", ["degraded", "outage"]).notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    ...madeBy(),
  },
  (t) => [
    index("incidents_by_time").on(t.startedAt, t.id),
    index("incidents_open").on(t.startedAt).where(sql`ended_at is null`),
  ],
)

/** One message about an incident, in order. */
export const incidentUpdates = platformTable(
  "incident_updates",
  {
    id: text("id").primaryKey(),
    incidentId: text("incident_id")
      .notNull()
      .references(() => incidents.id, { onDelete: "cascade" }),
    state: choice("state", ["investigating", "identified", "monitoring", "resolved"]).notNull(),
    text: text("text").notNull(),
    ...madeBy(),
  },
  (t) => [index("incident_updates_by_incident").on(t.incidentId, t.createdAt)],
)

/**
 * Whom the platform refuses for now: an address or network altogether, a school's mail to many, its saving, or its
 * deletion (a legal hold).
 */
export const blocks = platformTable(
  "blocks",
  {
    id: text("id").primaryKey(),
    kind: choice("kind", ["network", "sending", "saving", "deletion"]).notNull(),
    /** An address or a network such as `203.0.113.0/24`, in its one shortest form. */
    network: text("network"),
    schoolId: text("school_id").references(() => schools.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    /** What the school reads; empty: the usual sentence, or nothing. */
    told: text("told").notNull().default(""),
    /** Null: until someone lifts it. */
    endsAt: instant("ends_at"),
    liftedAt: instant("lifted_at"),
    ...madeBy(),
  },
  (t) => [
    index("blocks_open").on(t.kind, t.createdAt).where(sql`lifted_at is null`),
    index("blocks_by_school").on(t.schoolId, t.createdAt),
    index("blocks_by_time").on(t.createdAt, t.id),
    check(
      "blocks_one",
      sql`(${t.kind} = 'network') = (${t.network} is not null) and (${t.kind} <> 'network') = (${t.schoolId} is not null)`,
    ),
  ],
)

/** A request that failed on our side, so that staff find what someone saw by the ID on the page. */
export const failedRequests = sqliteTable(
  "failed_requests",
  {
    /** The ID on the error page and in the log. */
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id, { onDelete: "cascade" }),
    method: text("method").notNull(),
    /** Without its query, which can hold a token. */
    path: text("path").notNull(),
    /** What answered: a file under app/routes, or a few names for what needs none. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    tookMs: integer("took_ms").notNull(),
    /** What failed, without the values it failed with. */
    problem: text("problem").notNull(),
    /** The machine that answered. */
    node: text("node").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    index("failed_requests_by_time").on(t.at, t.id),
    index("failed_requests_by_school").on(t.schoolId, t.at),
  ],
)

/** A word that a search found nothing for, so that staff hear what people look for. Whose it was isn't kept. */
export const missedSearches = sqliteTable(
  "missed_searches",
  {
    word: text("word").primaryKey(),
    times: integer("times").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [index("missed_searches_by_time").on(t.lastAt), check("missed_searches_times", sql`${t.times} > 0`)],
)

/** A message to the administrators of all schools, sent in steps. */
export const announcements = platformTable(
  "announcements",
  {
    id: text("id").primaryKey(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /** Whether it is also shown above the pages of those who administer a school, and until when. */
    hasBanner: flag("has_banner").notNull(),
    bannerUntil: instant("banner_until"),
    state: choice("state", ["sending", "sent", "stopped"]).notNull(),
    /** How far the steps have come: the school that was written to last. */
    after: text("after"),
    sent: integer("sent").notNull().default(0),
    total: integer("total").notNull(),
    finishedAt: instant("finished_at"),
    ...madeBy(),
  },
  (t) => [
    index("announcements_by_time").on(t.createdAt, t.id),
    index("announcements_shown").on(t.bannerUntil).where(sql`has_banner = 1`),
    check("announcements_banner", sql`(${t.hasBanner} = 1) = (${t.bannerUntil} is not null)`),
  ],
)
