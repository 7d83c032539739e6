import { db, prepareEach } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { and, count, eq, gt, gte, inArray, isNull, like, lt, sql } from "drizzle-orm"
import { quotaError } from "~/models/foundation/outbox/outbox.server"

// How much mail and how many jobs wait, fail or were given up: for the overview, and for whoever watches. `since` is the
// instant (UTC ms) after or before which it was due, where that matters.

const since = sql.placeholder("since")

const mail = {
  waiting: eq(emails.state, "queued"),
  dead: inArray(emails.state, ["failed", "dead"]),
  givenUp: and(inArray(emails.state, ["failed", "dead"]), gt(emails.dueAt, since)),
  failing: and(eq(emails.state, "queued"), gte(emails.attempts, 2)),
  overdue: and(eq(emails.state, "queued"), lt(emails.dueAt, since)),
  overQuota: and(eq(emails.state, "queued"), like(emails.lastError, `%${quotaError}`)),
}

const mailQuery = prepareEach((which: keyof typeof mail) =>
  db().select({ n: count() }).from(emails).where(mail[which]).prepare(),
)

export const countMail = (which: keyof typeof mail, since = 0): number =>
  mailQuery(which).get({ since })?.n ?? 0

const work = {
  waiting: eq(jobs.state, "queued"),
  dead: eq(jobs.state, "dead"),
  givenUp: and(eq(jobs.state, "dead"), gt(jobs.dueAt, since)),
  overdue: and(eq(jobs.state, "queued"), isNull(jobs.leaseUntil), lt(jobs.dueAt, since)),
}

const jobQuery = prepareEach((which: keyof typeof work) =>
  db().select({ n: count() }).from(jobs).where(work[which]).prepare(),
)

export const countJobs = (which: keyof typeof work, since = 0): number =>
  jobQuery(which).get({ since })?.n ?? 0
