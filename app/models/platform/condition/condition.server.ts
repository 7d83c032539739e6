import { backups } from "db/schema/platform"
import { and, isNotNull, isNull, max } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformQuery, select } from "~/models/foundation/access/door.server"
import { nodeState, role } from "~/providers/replication/replication.server"
import { bytesText } from "~/utils/bytes"
import { now } from "~/utils/clock.server"
import { databaseFolder, findSpace, isSameDisk } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { countFailedRequests } from "~/utils/machine-state.server"
import { upperFirst } from "~/utils/names"
import { watchedJobs } from "../queue/queue-counts.server"
import { findReadOnly } from "../service/shown-notices.server"
import { ageText, type Condition, criticalPercent, type Part, type Trouble } from "./condition"
import { checkHealth, findMailTrouble, findWarnings } from "./health.server"
import { watchCertificate, watchReplicaDisks, watchSlowRoutes } from "./machine-condition.server"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Work that is due this long and not done means that no one does it. */
const overdueMs = 15 * minute

/** The condition as staff see it. */
export const findCondition = (_staff: SuperActor): Condition => watchCondition()

/** The condition for whoever watches without being asked. Each part is looked at even when another can't be. */
export function watchCondition(): Condition {
  const parts = [
    watchDatabase,
    watchReadOnly,
    watchBackups,
    watchDisk,
    watchLag,
    watchMail,
    watchJobs,
    watchRequests,
    watchMachines,
  ]
  const found = parts.flatMap((part): Part[] => {
    try {
      return [part()]
    } catch {
      // What keeps it from answering is the database's own trouble, which is told first.
      return []
    }
  })
  return {
    facts: found.flatMap(({ facts = [] }) => facts),
    troubles: found.flatMap(({ troubles = [] }) => troubles),
  }
}

function watchDatabase(): Part {
  const health = checkHealth()
  const troubles: Trouble[] = health.ok
    ? []
    : [
        {
          key: "database",
          tone: "bad",
          cause: health.reason,
          what: sentence(health.reason),
          remedy: health.remedy,
        },
      ]
  const warnings = findWarnings().map(
    ({ key, what, remedy }): Trouble => ({ key, tone: "warn", what: sentence(what), remedy }),
  )
  return { troubles: [...troubles, ...warnings] }
}

const sentence = (text: string) => `${upperFirst(text)}.`

/** Someone decided it: it is shown, and told to no one. */
function watchReadOnly(): Part {
  const readOnly = findReadOnly()
  if (!readOnly) return {}
  return {
    troubles: [
      {
        key: "read-only",
        tone: "note",
        what: `The platform has been read-only for ${ageText(now() - readOnly.startsAt)}.`,
        remedy: "Nothing is saved, and no job or email runs, until someone turns it off under Service.",
      },
    ],
  }
}

/** What this process knows without the database: other machines' disks, slow routes, the certificate. */
const watchMachines = (): Part => {
  const parts = [watchReplicaDisks(), watchSlowRoutes(), watchCertificate()]
  return {
    facts: parts.flatMap(({ facts = [] }) => facts),
    troubles: parts.flatMap(({ troubles = [] }) => troubles),
  }
}

function watchBackups(): Part {
  const { BACKUP_TO, DATABASE_PATH, ALERT_BACKUP_HOURS } = env()
  const at = provenQuery.get()?.at
  const age = at ? ageText(now() - at) : undefined
  const isLate = !at || now() - at > ALERT_BACKUP_HOURS * hour
  const troubles: Trouble[] = []
  if (isLate && (at || process.uptime() > 2 * 3600))
    troubles.push({
      key: "backup",
      tone: "bad",
      what: age ? `The last proven backup is ${age} old.` : "There is no proven backup.",
      remedy: "See Backups for what went wrong, and run: node build/backup.mjs",
    })
  if (isSameDisk(BACKUP_TO, DATABASE_PATH))
    troubles.push({
      key: "backup-place",
      tone: "note",
      what: "Backups are on the same disk as the database: one fault takes both.",
      remedy: "Set BACKUP_TO to a bucket, or to a folder on another disk.",
    })
  return { facts: [{ label: "Last backup", value: age ? `${age} ago` : "none yet" }], troubles }
}

const provenQuery = platformQuery(() =>
  select({ at: max(backups.startedAt) })
    .from(backups)
    .where(and(isNotNull(backups.verifiedAt), isNull(backups.droppedAt))),
)

function watchDisk(): Part {
  const { freeBytes, freePercent } = findSpace(databaseFolder())
  const limit = env().ALERT_DISK_FREE_PERCENT
  const percent = Math.floor(freePercent)
  return {
    facts: [{ label: "Disk", value: `${percent}% free` }],
    troubles:
      freePercent < limit
        ? [
            {
              key: "disk",
              tone: freePercent < Math.min(criticalPercent, limit) ? "bad" : "warn",
              what: `The database’s disk has ${percent}% free (${bytesText(freeBytes)}).`,
              remedy: "Make room or enlarge the disk. When it is full, nothing can be saved.",
            },
          ]
        : [],
  }
}

/** Lag that keeps this machine from serving is the database's trouble; here it is only a fact. */
function watchLag(): Part {
  const { litefs } = nodeState()
  if (!litefs || role().part === "primary") return {}
  const lagMs = litefs.lagMs()
  return {
    facts: [{ label: "Copy", value: lagMs === undefined ? "lag unknown" : `${Math.round(lagMs)} ms behind` }],
  }
}

function watchMail(): Part {
  const { trouble, failed } = findMailTrouble()
  return { facts: [{ label: "Failed emails", value: String(failed) }], troubles: trouble ? [trouble] : [] }
}

function watchJobs(): Part {
  const at = now()
  const { givenUp, ...jobs } = watchedJobs({ since: at - day, before: at - overdueMs })
  const overdue = findReadOnly() ? 0 : jobs.overdue
  const troubles: Trouble[] = []
  if (overdue > 0)
    troubles.push({
      key: "jobs",
      tone: "bad",
      what: `${countOf(overdue, "job is", "jobs are")} more than ${ageText(overdueMs)} late.`,
      remedy: "Check the server logs for the worker, and restart the app.",
    })
  else if (givenUp > 0)
    troubles.push({
      key: "jobs",
      tone: "warn",
      what: `${countOf(givenUp, "job was", "jobs were")} given up in the last 24 hours.`,
      remedy: "See Database, Jobs, Failed for the error.",
    })
  return { facts: [{ label: "Failed jobs", value: String(givenUp) }], troubles }
}

function watchRequests(): Part {
  const failed = countFailedRequests()
  const isMuch = failed >= env().ALERT_ERRORS_PER_HOUR
  return {
    facts: [{ label: "Errors this hour", value: String(failed) }],
    troubles: isMuch
      ? [
          {
            key: "errors",
            tone: "bad",
            what: `${countOf(failed, "request", "requests")} failed within the last hour.`,
            remedy:
              "Failed requests lists them with page, school and error. The server log has more, at level 50.",
          },
        ]
      : [],
  }
}
