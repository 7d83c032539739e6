import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { and, asc, count, desc, eq, inArray, isNull } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { log } from "~/utils/log.server"
import { PER_PAGE } from "~/utils/page-number"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { maskedAddress, type QueueState } from "./queues"

// Jobs and mail that are waiting, failed or done. Retrying a row resets its attempts.

const jobStates = { waiting: ["queued"], "given-up": ["dead"], done: ["done"] } as const
const mailStates = {
  waiting: ["queued"],
  "given-up": ["failed", "dead"],
  done: ["sent", "withheld"],
} as const

export type QueueRow = {
  id: string
  /** The kind of job or the mail's template. */
  kind: string
  schoolName: string | null
  /** Of mail, enough of the address to tell two apart. */
  to: string | null
  attempts: number
  dueAt: number
  doneAt: number | null
  lastError: string | null
}

/** One page of the jobs in a state, the soonest due first; those that are over, the newest first. */
export function listJobs(
  _staff: SuperActor,
  state: QueueState,
  page: number,
): { rows: QueueRow[]; total: number } {
  const where = inArray(jobs.state, jobStates[state])
  const rows = select({
    id: jobs.id,
    kind: jobs.kind,
    schoolName: schools.name,
    attempts: jobs.attempts,
    dueAt: jobs.dueAt,
    doneAt: jobs.finishedAt,
    lastError: jobs.lastError,
  })
    .from(jobs)
    .leftJoin(schools, eq(schools.id, jobs.schoolId))
    .where(where)
    .orderBy(state === "waiting" ? asc(jobs.dueAt) : desc(jobs.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const total = select({ n: count() }).from(jobs).where(where).get()?.n ?? 0
  return { rows: rows.map((row) => ({ ...row, to: null })), total }
}

/** What is in a daily email goes with it. */
const isWhole = isNull(emails.digestId)

/** The same of mail. */
export function listMail(
  _staff: SuperActor,
  state: QueueState,
  page: number,
): { rows: QueueRow[]; total: number } {
  const where = and(inArray(emails.state, mailStates[state]), isWhole)
  const rows = select({
    id: emails.id,
    kind: emails.template,
    schoolName: schools.name,
    recipient: emails.recipient,
    attempts: emails.attempts,
    dueAt: emails.dueAt,
    doneAt: emails.sentAt,
    lastError: emails.lastError,
  })
    .from(emails)
    .leftJoin(schools, eq(schools.id, emails.schoolId))
    .where(where)
    .orderBy(state === "waiting" ? asc(emails.dueAt) : desc(emails.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const total = select({ n: count() }).from(emails).where(where).get()?.n ?? 0
  return { rows: rows.map(({ recipient, ...row }) => ({ ...row, to: maskedAddress(recipient) })), total }
}

/** How many jobs and mails are in each state. */
export function countQueues(_staff: SuperActor): Record<"jobs" | "mail", Record<QueueState, number>> {
  const byJob = select({ state: jobs.state, n: count() }).from(jobs).groupBy(jobs.state).all()
  const byMail = select({ state: emails.state, n: count() })
    .from(emails)
    .where(isWhole)
    .groupBy(emails.state)
    .all()
  const sum = (rows: { state: string; n: number }[], states: readonly string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((all, { n }) => all + n, 0)
  const all = (rows: { state: string; n: number }[], states: Record<QueueState, readonly string[]>) => ({
    waiting: sum(rows, states.waiting),
    "given-up": sum(rows, states["given-up"]),
    done: sum(rows, states.done),
  })
  return { jobs: all(byJob, jobStates), mail: all(byMail, mailStates) }
}

const again = () => ({ state: "queued" as const, attempts: 0, dueAt: now(), leaseUntil: null })

/** Gives a job that was given up another chance; without an id, all of them. Answers how many. */
export function retryJobs(staff: SuperActor, id?: string): number {
  const changes = transact(() => {
    const tried = platformChange(
      jobs,
      and(eq(jobs.state, "dead"), id === undefined ? undefined : eq(jobs.id, id)),
      again(),
    )
    recordPlatformAct(staff, { verb: "retry", about: countOf(tried, "job") })
    return tried
  })
  log.info({ staff: staff.userId, job: id, changes }, "jobs were given another chance")
  return changes
}

/** The same of mail. It goes out under the key it had, which the provider knows for a day. */
export function retryMail(staff: SuperActor, id?: string): number {
  const changes = transact(() => {
    const tried = platformChange(
      emails,
      and(
        inArray(emails.state, ["failed", "dead"]),
        isWhole,
        id === undefined ? undefined : eq(emails.id, id),
      ),
      again(),
    )
    recordPlatformAct(staff, { verb: "retry", about: countOf(tried, "email") })
    return tried
  })
  log.info({ staff: staff.userId, mail: id, changes }, "mail was given another chance")
  return changes
}
