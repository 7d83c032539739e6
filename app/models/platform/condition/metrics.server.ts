import { statSync } from "node:fs"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { count, eq, min, sql } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import { mailLanes } from "~/models/foundation/outbox/mail-kinds"
import { nodeState, role } from "~/providers/replication/replication.server"
import { now } from "~/utils/clock.server"
import { databaseFolder, findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import type { Metric, Sample } from "~/utils/prometheus"

// What the database knows, for /metrics: each is an index's own rows or a fact of the file, never a table read whole.

/** The figures of queues, database and replication. Throws while the database does not answer. */
export const collectMetrics = (): Metric[] => [
  ...jobMetrics(),
  ...mailMetrics(),
  ...fileMetrics(),
  ...lagMetrics(),
]

const gauge = (name: string, help: string, samples: Sample[]): Metric => ({
  name,
  help,
  type: "gauge",
  samples,
})

function jobMetrics(): Metric[] {
  const at = now()
  const queued = select({
    kind: jobs.kind,
    running: sql<number>`sum(coalesce(${jobs.leaseUntil}, 0) > ${at})`,
    waiting: sql<number>`sum(coalesce(${jobs.leaseUntil}, 0) <= ${at} and ${jobs.dueAt} <= ${at})`,
    planned: sql<number>`sum(${jobs.dueAt} > ${at})`,
    failing: sql<number>`sum(${jobs.attempts} > 1)`,
    firstDueAt: min(jobs.dueAt),
  })
    .from(jobs)
    .where(eq(jobs.state, "queued"))
    .groupBy(jobs.kind)
    .all()
  const failed = select({ kind: jobs.kind, n: count() })
    .from(jobs)
    .where(eq(jobs.state, "dead"))
    .groupBy(jobs.kind)
    .all()
  const oldest = Math.min(at, ...queued.map(({ firstDueAt }) => firstDueAt ?? at))
  return [
    gauge("tutti_jobs", "Jobs by kind: waiting, planned for later, running, tried again, given up.", [
      ...queued.flatMap(({ kind, ...states }) =>
        (["waiting", "planned", "running", "failing"] as const).map((state) => ({
          labels: { kind, state },
          value: states[state],
        })),
      ),
      ...failed.map(({ kind, n }) => ({ labels: { kind, state: "failed" }, value: n })),
    ]),
    gauge("tutti_jobs_late_seconds", "How long the job that is due longest has been due.", [
      { value: (at - oldest) / 1000 },
    ]),
  ]
}

function mailMetrics(): Metric[] {
  const at = now()
  const queued = select({
    lane: emails.lane,
    waiting: sql<number>`sum(${emails.dueAt} <= ${at})`,
    failing: sql<number>`sum(${emails.attempts} > 1)`,
    firstDueAt: min(emails.dueAt),
  })
    .from(emails)
    .where(eq(emails.state, "queued"))
    .groupBy(emails.lane)
    .all()
  const failed =
    select({ n: count() }).from(emails).where(sql`${emails.state} in ('failed', 'dead')`).get()?.n ?? 0
  const lanes = mailLanes.map((lane) => {
    const row = queued.find((each) => each.lane === lane)
    return {
      labels: { lane },
      waiting: row?.waiting ?? 0,
      lateSeconds: (at - Math.min(at, row?.firstDueAt ?? at)) / 1000,
    }
  })
  return [
    gauge(
      "tutti_mail_waiting",
      "Emails that are due and not sent, by lane.",
      lanes.map(({ labels, waiting }) => ({ labels, value: waiting })),
    ),
    gauge(
      "tutti_mail_late_seconds",
      "How long the email that is due longest has been due, by lane.",
      lanes.map(({ labels, lateSeconds }) => ({ labels, value: lateSeconds })),
    ),
    gauge("tutti_mail_failing", "Emails that failed and are tried again.", [
      { value: queued.reduce((sum, { failing }) => sum + failing, 0) },
    ]),
    gauge("tutti_mail_failed", "Emails that were given up and are still listed.", [{ value: failed }]),
  ]
}

function fileMetrics(): Metric[] {
  const path = env().DATABASE_PATH
  const size = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  const { freeBytes } = findSpace(databaseFolder())
  return [
    gauge("tutti_database_bytes", "Size of the database and of its write-ahead file.", [
      { labels: { file: "database" }, value: size(path) },
      { labels: { file: "log" }, value: size(`${path}-wal`) },
    ]),
    gauge("tutti_disk_free_bytes", "Room left on the database’s disk.", [{ value: freeBytes }]),
  ]
}

function lagMetrics(): Metric[] {
  const { litefs, term } = nodeState()
  const { part } = role()
  const leads = gauge("tutti_primary", "1 on the machine that writes.", [
    { value: part === "primary" ? 1 : 0 },
  ])
  if (!litefs) return [leads]
  const lagMs = part === "primary" ? 0 : litefs.lagMs()
  const position = litefs.positionNow()
  return [
    leads,
    gauge("tutti_replication_lag_seconds", "How far this copy is behind; no value while unknown.", [
      ...(lagMs === undefined ? [] : [{ value: lagMs / 1000 }]),
    ]),
    gauge("tutti_replication_position", "The database’s last transaction here.", [
      ...(position === undefined ? [] : [{ value: Number.parseInt(position, 16) }]),
    ]),
    ...(term === undefined
      ? []
      : [gauge("tutti_replication_term", "The term this machine leads in.", [{ value: term }])]),
  ]
}
