import { transact } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { and, asc, eq, gt, inArray, isNotNull, isNull, like, lt, lte, notInArray, or } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import {
  type Params,
  platformAddRow,
  platformAddUnlessThere,
  platformChange,
  platformQueryEach,
  platformRemove,
  select,
  selectDistinct,
} from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import {
  type JobData,
  type JobKind,
  type JobRequest,
  type PortionKind,
  providerKinds,
  pushKinds,
  slowKinds,
} from "./job"

// Work that runs without a request, as rows: written in the transaction that causes it, claimed by lease, so that a
// crash neither loses nor repeats an effect. What a kind does is app/jobs' business.

const minute = 60_000
const leasesMs = { quick: 2 * minute, push: 2 * minute, provider: 2 * minute, slow: 30 * minute }
const ownPaces = { slow: slowKinds, push: pushKinds, provider: providerKinds }
/** How long done work is remembered. */
export const weekMs = 7 * 24 * 60 * minute
const backoffMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minute)

export type JobRow = typeof jobs.$inferSelect
/** A job whose kind is known and whose payload was read. */
export type Job<Kind extends JobKind = JobKind> = Omit<JobRow, "kind" | "payload"> & {
  kind: Kind
  payload: JobData[Kind]
}

/** Queues work in the caller's transaction. With a `uniqueKey` a second call changes nothing. */
export function queueJob(
  job: JobRequest & {
    schoolId?: string | null
    /** UTC ms; now when absent. */
    dueAt?: number
    uniqueKey?: string
  },
) {
  partOfAct("job")
  const at = now()
  platformAddUnlessThere(jobs, {
    id: newId(),
    schoolId: job.schoolId ?? null,
    kind: job.kind,
    payload: JSON.stringify(job.payload ?? {}),
    uniqueKey: job.uniqueKey ?? null,
    state: "queued",
    dueAt: job.dueAt ?? at,
    createdAt: at,
  })
}

/** The schools that queued work of these kinds is for; null stands for work that goes through all schools and is due now. */
export const listQueuedFor = (kinds: readonly JobKind[]): ReadonlySet<string | null> =>
  new Set(
    selectDistinct({ schoolId: jobs.schoolId })
      .from(jobs)
      .where(
        and(
          eq(jobs.state, "queued"),
          inArray(jobs.kind, [...kinds]),
          or(isNotNull(jobs.schoolId), lte(jobs.dueAt, now())),
        ),
      )
      .all()
      .map(({ schoolId }) => schoolId),
  )

type Pace = keyof typeof leasesMs

/**
 * Claims the next due job for two minutes, a slow one for half an hour, or answers undefined. That nothing is due is asked
 * twice a second for each pace, so it takes no lock and holds up no one's write.
 */
export function leaseJob(pace: Pace = "quick"): JobRow | undefined {
  const at = now()
  const due = () => dueQuery(pace).get({ at })
  if (!due()) return undefined
  return transact(() => {
    // Another process may have claimed it in between.
    const job = due()
    if (!job) return undefined
    platformChange(jobs, job.id, { leaseUntil: at + leasesMs[pace], attempts: job.attempts + 1 })
    return { ...job, attempts: job.attempts + 1 }
  })
}

const dueQuery = platformQueryEach((pace: Pace, p: Params<{ at: number }>) =>
  select()
    .from(jobs)
    .where(
      and(
        eq(jobs.state, "queued"),
        pace === "quick"
          ? notInArray(jobs.kind, Object.values(ownPaces).flat())
          : inArray(jobs.kind, ownPaces[pace]),
        lte(jobs.dueAt, p.at),
        or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, p.at)),
      ),
    )
    .orderBy(asc(jobs.dueAt))
    .limit(1),
)

/**
 * Marks a job done. Call it in the same transaction as the job's effects: then a crash either has both or neither.
 */
export function finishJob(id: string) {
  platformChange(jobs, id, {
    state: "done",
    finishedAt: now(),
    leaseUntil: null,
    uniqueKey: null,
    lastError: null,
  })
}

/**
 * Puts work that takes many pieces back in the queue, behind what is due already: its next piece. Queued again like this, it
 * is found by `pullForwardJobs` when the clock was ahead.
 */
export function continueJob(id: string) {
  const at = now()
  platformChange(jobs, id, { dueAt: at, createdAt: at, leaseUntil: null, attempts: 0, lastError: null })
}

/** Puts a job that was claimed back untried, to be asked about again after a while. */
export function putBackJob({ id, attempts }: Pick<JobRow, "id" | "attempts">, waitMs: number) {
  platformChange(jobs, id, { dueAt: now() + waitMs, leaseUntil: null, attempts: attempts - 1 })
}

/** Whether the queued work with this key was given up after failing again and again. */
export function isJobDead(uniqueKey: string): boolean {
  const job = select({ state: jobs.state }).from(jobs).where(eq(jobs.uniqueKey, uniqueKey)).get()
  return job?.state === "dead"
}

/** Tries work again that was given up; anything else stays as it is. */
export function reviveJob(uniqueKey: string) {
  const at = now()
  platformChange(jobs, and(eq(jobs.uniqueKey, uniqueKey), eq(jobs.state, "dead")), {
    state: "queued",
    dueAt: at,
    createdAt: at,
    leaseUntil: null,
    attempts: 0,
  })
}

/** Puts off a school's queued work of a kind, because what it would ask doesn't answer. */
export function putOffJobs(schoolId: string, kind: JobKind, waitMs: number) {
  const until = now() + waitMs
  platformChange(
    jobs,
    and(
      eq(jobs.state, "queued"),
      eq(jobs.kind, kind),
      eq(jobs.schoolId, schoolId),
      isNull(jobs.leaseUntil),
      lt(jobs.dueAt, until),
    ),
    { dueAt: until },
  )
}

/** Forgets work that was done more than a week ago; dead work stays until someone has looked at it. */
export function forgetFinishedJobs() {
  platformRemove(jobs, and(eq(jobs.state, "done"), lt(jobs.finishedAt, now() - weekMs)))
}

/** Whether a job that fails now is given up. */
export const isLastTry = ({ attempts }: Pick<JobRow, "attempts">): boolean =>
  backoffMs[attempts - 1] === undefined

export function recordJobFailure(job: JobRow, message: string) {
  const wait = backoffMs[job.attempts - 1]
  platformChange(jobs, job.id, {
    state: wait === undefined ? "dead" : "queued",
    dueAt: now() + (wait ?? 0),
    leaseUntil: null,
    lastError: message.slice(0, 500),
  })
}

/** The unique key of a recurring kind's turn. */
export const turnKey = (kind: JobKind, turn: number): string => `${kind}@${turn}`

/** Forgets a recurring kind's turns after this one: the clock was ahead when they were queued. Answers how many. */
export function forgetTurnsAfter(kind: JobKind, turn: number): number {
  return platformRemove(
    jobs,
    and(
      eq(jobs.state, "queued"),
      gt(jobs.dueAt, turn),
      eq(jobs.kind, kind),
      eq(jobs.attempts, 0),
      like(jobs.uniqueKey, `${kind}@%`),
    ),
  )
}

/**
 * Takes back what a clock that was ahead put too far into the future: work queued later than now, or waiting longer than
 * any try waits, is due at once; a lease ends when one taken now would. Answers how many were due too late.
 */
export function pullForwardJobs(): number {
  const at = now()
  const longestWait = Math.max(...backoffMs)
  platformChange(jobs, and(eq(jobs.state, "queued"), gt(jobs.leaseUntil, at + leasesMs.slow)), {
    leaseUntil: at + leasesMs.slow,
  })
  return platformChange(
    jobs,
    and(
      eq(jobs.state, "queued"),
      gt(jobs.dueAt, at + minute),
      or(
        and(gt(jobs.attempts, 0), gt(jobs.dueAt, at + longestWait)),
        and(eq(jobs.attempts, 0), gt(jobs.createdAt, at + minute), lte(jobs.dueAt, jobs.createdAt)),
      ),
    ),
    { dueAt: at },
  )
}

/**
 * Work for every school failed at this one: it is queued for the school alone, with the first try behind it. However often it
 * fails, that is one job; given up already, it stays so, as of now. In the caller's transaction.
 */
export function retryForSchool(kind: PortionKind, schoolId: string, message: string) {
  const uniqueKey = `${kind} ${schoolId}`
  const known = select().from(jobs).where(eq(jobs.uniqueKey, uniqueKey)).get()
  if (known?.state === "queued") return
  recordJobFailure(known ?? queueTried(kind, schoolId, uniqueKey), message)
}

function queueTried(kind: PortionKind, schoolId: string, uniqueKey: string) {
  const at = now()
  const tried = { payload: "{}", state: "queued", attempts: 1, dueAt: at, createdAt: at } as const
  return platformAddRow(jobs, { id: newId(), kind, schoolId, uniqueKey, ...tried })
}
