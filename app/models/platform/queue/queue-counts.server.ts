import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { and, count, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { quotaError } from "~/models/foundation/outbox/outbox.server"

// How much mail and how many jobs wait, fail or were given up: for the overview, and for the
// status check. Each is one statement, in which every count uses the index it would use alone.

const mailOf = (condition: SQL | undefined) =>
  sql<number>`(${select({ n: count() }).from(emails).where(condition)})`
const jobsOf = (condition: SQL | undefined) =>
  sql<number>`(${select({ n: count() }).from(jobs).where(condition)})`

/** What is in a daily email counts with it. */
const isGivenUp = and(inArray(emails.state, ["failed", "dead"]), isNull(emails.digestId))

/** What was given up after an instant (UTC ms), and what was due before another. */
type Instants = { since: number; before: number }

// Written out: SQLite plans a kept statement again each time it is given a pattern.
const quotaRefused = sql.raw(`'%${quotaError}'`)

/** What the status check asks about mail. */
export const watchedMail = (instants: Instants) => mailQuery.get(instants) ?? noMail

const noMail = { givenUp: 0, failing: 0, overdue: 0, overQuota: 0 }
const mailQuery = platformQuery((p: Params<Instants>) =>
  select({
    givenUp: mailOf(and(isGivenUp, gt(emails.dueAt, p.since))),
    failing: mailOf(and(eq(emails.state, "queued"), gte(emails.attempts, 2))),
    overdue: mailOf(and(eq(emails.state, "queued"), lt(emails.dueAt, p.before))),
    overQuota: mailOf(and(eq(emails.state, "queued"), sql`${emails.lastError} like ${quotaRefused}`)),
  }).from(sql`(select 1)`),
)

/** The same of the jobs. */
export const watchedJobs = (instants: Instants) => jobsQuery.get(instants) ?? noJobs

const noJobs = { givenUp: 0, overdue: 0 }
const jobsQuery = platformQuery((p: Params<Instants>) =>
  select({
    givenUp: jobsOf(and(eq(jobs.state, "dead"), gt(jobs.dueAt, p.since))),
    overdue: jobsOf(and(eq(jobs.state, "queued"), isNull(jobs.leaseUntil), lt(jobs.dueAt, p.before))),
  }).from(sql`(select 1)`),
)

/** What waits and what was given up in all. */
export const countQueues = () => queuesQuery.get() ?? noQueues

const noQueues = { mailWaiting: 0, mailDead: 0, jobsWaiting: 0, jobsDead: 0 }
const queuesQuery = platformQuery(() =>
  select({
    mailWaiting: mailOf(eq(emails.state, "queued")),
    mailDead: mailOf(isGivenUp),
    jobsWaiting: jobsOf(eq(jobs.state, "queued")),
    jobsDead: jobsOf(eq(jobs.state, "dead")),
  }).from(sql`(select 1)`),
)
