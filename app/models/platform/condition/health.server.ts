import { rmSync, writeFileSync } from "node:fs"
import { hasNewestSchema, isDatabaseInPlace } from "db/client.server"
import { syncRunsForMs } from "db/durable-commits.server"
import { type NodeRole, nodeState, role } from "~/providers/replication/replication.server"
import { now } from "~/utils/clock.server"
import { databaseFolder, findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { findClockJump, machineState, wasRefusedRoom } from "~/utils/machine-state.server"
import { watchedMail } from "../queue/queue-counts.server"
import { findReadOnly } from "../service/shown-notices.server"
import { ageText, type Trouble } from "./condition"

const minute = 60_000
const day = 24 * 60 * minute
/** Mail that is due this long and not sent means that no one sends it. */
const overdueMs = 15 * minute
/** So many mails that failed twice or more mean that the provider refuses us, not a mailbox. */
const failingMails = 3

/** What keeps mail from leaving, and how many mails failed: for staff, the operator and the health address. */
export function findMailTrouble(): { trouble?: Trouble; failed: number } {
  const at = now()
  const mail = watchedMail({ since: at - day, before: at - overdueMs })
  const { givenUp, failing, overQuota } = mail
  const overdue = findReadOnly() ? 0 : mail.overdue
  const trouble = (tone: Trouble["tone"], what: string, remedy: string, cause?: string): Trouble => ({
    key: "mail",
    tone,
    what,
    remedy,
    ...(cause ? { cause } : {}),
  })
  const failed = failing + givenUp
  if (overQuota > 0) {
    const what = `The email provider’s quota is used up: ${countOf(overQuota, "email waits", "emails wait")}.`
    return {
      failed,
      trouble: trouble(
        "bad",
        what,
        "Choose a larger plan at the provider. We try again every hour.",
        "quota",
      ),
    }
  }
  if (failing >= failingMails) {
    const what = `${countOf(failing, "email keeps", "emails keep")} failing.`
    const check =
      env().mailBy === "smtp" ? "SMTP_HOST and its password" : "RESEND_API_KEY and the sending domain"
    return {
      failed,
      trouble: trouble("bad", what, `Database, Email shows the provider’s answer. Check ${check}.`),
    }
  }
  if (givenUp > 0) {
    const what = `${countOf(givenUp, "email was", "emails were")} given up in the last 24 hours.`
    return {
      failed,
      trouble: trouble("warn", what, "Fix the cause, then send them again under Database, Email."),
    }
  }
  if (overdue > 0) {
    const what = `${countOf(overdue, "email has", "emails have")} been waiting for more than ${ageText(overdueMs)}.`
    return {
      failed,
      trouble: trouble(
        "warn",
        what,
        "Check the server logs for the worker. A large invoice run can take this long.",
      ),
    }
  }
  return { failed }
}

// What the health address answers. It is public: it says what is wrong and what to do, and names no path and no value.

export type Warning = { key: "clock" | "mail"; what: string; remedy: string }
export type Health =
  | { ok: true; role: NodeRole; node?: string; lagMs?: number; warnings?: Warning[] }
  | { ok: false; reason: string; remedy: string }

/** A replica further behind answers what was; others answer better. */
const latestMs = 10_000
/** A disk that takes longer for one sync hangs. */
const longestSyncMs = 10_000
/** Below this SQLite's next commit may not fit. */
const leastBytes = 16 * 2 ** 20

const troubles = {
  unknown: {
    reason: "it is not known which machine leads",
    remedy: "Wait a minute. If it continues, look at the lease server.",
  },
  missing: {
    reason: "the database file was moved or replaced while the app runs",
    remedy: "Put it back, then restart the app.",
  },
  damaged: {
    reason: "the database file is damaged",
    remedy:
      "Stop the app, keep the file, and restore the newest backup: see Restoring in docs/operations.md.",
  },
  full: {
    reason: "the disk is full: nothing can be saved",
    remedy: "Free up space or enlarge the disk. The app recovers automatically.",
  },
  unwritable: {
    reason: "the disk became read-only: nothing can be saved",
    remedy: "Find out why with dmesg and mount. Check the disk, then restart the app.",
  },
  slow: {
    reason: "the disk does not answer: nothing can be saved",
    remedy: "Look at the disk or the volume. The app recovers as soon as the disk does.",
  },
  schema: {
    reason: "the database is being brought up to date",
    remedy: "Wait a minute. If this doesn’t change, check the server logs for the migration that failed.",
  },
  late: {
    reason: "the copy is behind the primary",
    remedy: "Look for a program that reads the database for long, and at the network to the primary.",
  },
  silent: {
    reason: "the database does not answer",
    remedy: "Check the server logs for the error, and test the backup with restore --rehearsal.",
  },
} as const satisfies Record<string, { reason: string; remedy: string }>

const refuse = (trouble: keyof typeof troubles): Health => ({ ok: false, ...troubles[trouble] })

/** Whether the database answers, can be written, has the schema this build was made for, and is not late. */
export function checkHealth(): Health {
  try {
    const { litefs } = nodeState()
    const { part } = role()
    if (part === "unknown") return refuse("unknown")
    if (!isDatabaseInPlace()) return refuse("missing")
    if (machineState().damage) return refuse("damaged")
    if (!hasNewestSchema()) return refuse("schema")
    if (isDiskFull()) return refuse("full")
    if (!litefs && refusesWrites()) return refuse("unwritable")
    if (syncRunsForMs() > longestSyncMs) return refuse("slow")
    const warnings = [...findWarnings(), ...mailWarnings()]
    const facts = { ok: true as const, role: part, ...(warnings.length > 0 ? { warnings } : {}) }
    if (!litefs) return facts
    const lagMs = part === "primary" ? 0 : litefs.lagMs()
    if (lagMs === undefined || lagMs > latestMs) return refuse("late")
    return { ...facts, node: env().NODE_NAME, lagMs }
  } catch {
    return refuse("silent")
  }
}

function isDiskFull(): boolean {
  if (wasRefusedRoom()) return true
  try {
    return findSpace(databaseFolder()).freeBytes < leastBytes
  } catch {
    // A file system that can't say has refused nothing yet.
    return false
  }
}

/** Whether a write was refused, and a file beside the database still can't be written. Each look tries, until one succeeds. */
function refusesWrites(): boolean {
  if (!machineState().refusesWrites) return false
  const path = `${env().DATABASE_PATH}.try`
  try {
    writeFileSync(path, "written")
    rmSync(path)
    machineState().refusesWrites = false
    return false
  } catch {
    return true
  }
}

/** Pages are served, and what people wait for by mail doesn't come. Where mail can't be counted, the rest says why. */
function mailWarnings(): Warning[] {
  try {
    const { trouble } = findMailTrouble()
    if (!trouble) return []
    const { what, remedy } = trouble
    return [
      { key: "mail", what: `${what.charAt(0).toLowerCase()}${what.slice(1).replace(/\.$/, "")}`, remedy },
    ]
  } catch {
    return []
  }
}

/** What does not keep this machine from serving, and will sooner or later harm it. */
export function findWarnings(): Warning[] {
  const jumpedMs = findClockJump()
  return [
    ...(jumpedMs === undefined
      ? []
      : [
          {
            key: "clock" as const,
            what: `the clock jumped by ${Math.round(jumpedMs / 1000)} s within the last hour`,
            remedy: "Check that the machine’s time is synchronized: timedatectl.",
          },
        ]),
  ]
}
