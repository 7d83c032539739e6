import { readFileSync, writeFileSync } from "node:fs"
import { tidyBackups } from "~/models/platform/backup/backup.server"
import type { ConditionKey, Trouble } from "~/models/platform/condition/condition"
import { watchCondition } from "~/models/platform/condition/condition.server"
import { objectStore } from "~/providers/files/object-store.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { checkCertificate } from "./check-certificate.server"
import { type Alert, sendAlert } from "./send-alert.server"

// Which troubles are told, and when: once each has lasted, at once when it becomes bad, again when its cause is another,
// otherwise only after a long while, and again when it is over.

/** A trouble as it is remembered from one look to the next. */
export type Known = {
  looks: number
  toldAt: number | null
  /** As it was told last. */
  toldTone: Trouble["tone"] | null
  calmLooks: number
  /** The cause that lasts; absent in what an earlier version remembers. */
  cause?: string
  /** The cause that was told. */
  toldCause?: string
  what: string
}
export type Memory = Partial<Record<ConditionKey, Known>>

export type AlertPlan = { memory: Memory; told: Trouble[]; over: string[] }

/** So many looks in a row a trouble must last before it is told, and calm before it is called over. */
const lastingLooks = 2
const calmLooks = 5

/** What to tell after a look at `at` (UTC ms). */
export function planAlerts(
  memory: Memory,
  troubles: readonly Trouble[],
  { at, repeatMs }: { at: number; repeatMs: number },
): AlertPlan {
  const next: Memory = {}
  const told: Trouble[] = []
  const over: string[] = []
  for (const trouble of troubles) {
    if (trouble.tone === "note") continue
    const known = memory[trouble.key]
    const { cause = "" } = trouble
    const { toldAt = null, toldTone = null, toldCause = "" } = known ?? {}
    // Another cause has to last by itself.
    const looks = known && (known.cause ?? "") === cause ? known.looks + 1 : 1
    const isWorse = trouble.tone === "bad" && toldTone === "warn"
    const isOther = toldCause !== cause
    const isDue = looks >= lastingLooks && (toldAt === null || isWorse || isOther || at - toldAt >= repeatMs)
    if (isDue) told.push(trouble)
    next[trouble.key] = {
      looks,
      ...(isDue ? { toldAt: at, toldTone: trouble.tone, toldCause: cause } : { toldAt, toldTone, toldCause }),
      cause,
      calmLooks: 0,
      what: trouble.what,
    }
  }
  for (const [key, known] of Object.entries(memory) as [ConditionKey, Known][]) {
    if (next[key]) continue
    // What was never told need not be taken back.
    if (known.toldAt === null) continue
    if (known.calmLooks + 1 >= calmLooks) over.push(known.what)
    else next[key] = { ...known, calmLooks: known.calmLooks + 1 }
  }
  return { memory: next, told, over }
}

// Looks at the installation every minute and tells the operator what is wrong. It is no job: a job is a row, and on a
// full disk none can be written.

const minute = 60_000
/** The first look comes when the start is over. */
const firstAfterMs = 5000
const heartbeatMs = 5 * minute

/** When the next look is due (ms of this process's clock). */
let dueAt: number | undefined
let hasBegun = false
let heartbeatAt: number | undefined
let memory: Memory | undefined
/** The last alert didn't leave as it should: then the service that waits for the heartbeat has to tell. */
let isUntold = false

/** Looks once a minute; never more work at once, so always false. */
export async function watchOver(stopping: AbortSignal): Promise<boolean> {
  const at = performance.now()
  dueAt ??= at + firstAfterMs
  if (at < dueAt) return false
  dueAt = at + minute
  if (!hasBegun) await begin()
  hasBegun = true
  const { troubles } = watchCondition()
  await tell(troubles)
  await beat(troubles, at, stopping)
  return false
}

/** Learns of backups that were made while the app was not running, and says what an operator should change. */
async function begin() {
  const { BACKUP_TO, BACKUP_KEEP_DAYS: keepDays, INSTALLATION: installation } = env()
  for (const { what, remedy } of watchCondition().troubles.filter(({ tone }) => tone === "note"))
    log.warn({ remedy }, what)
  void checkCertificate()
  try {
    await tidyBackups(objectStore(BACKUP_TO), { installation, keepDays })
  } catch (error) {
    log.warn({ err: error }, "the backups could not be listed")
  }
}

async function tell(troubles: readonly Trouble[]) {
  memory ??= recall()
  const plan = planAlerts(memory, troubles, { at: now(), repeatMs: env().ALERT_REPEAT_HOURS * 60 * minute })
  for (const { key, what, remedy } of plan.told) log.error({ alert: key, remedy }, what)
  const alert = alertOf(plan.told, plan.over)
  if (alert) {
    const deliveries = await sendAlert(alert)
    const failed = deliveries.filter(({ problem }) => problem !== null)
    for (const { to, problem } of failed) log.error({ to, problem }, "an alert could not be sent")
    isUntold =
      failed.some(({ to }) => to === "mail") || (failed.length > 0 && failed.length === deliveries.length)
    // Where it reached no one, the next look tells it again.
    if (deliveries.length > 0 && failed.length === deliveries.length) return
  }
  memory = plan.memory
  if (alert) remember(memory)
}

/** One message for everything that is to be told; undefined when there is nothing. */
export function alertOf(told: readonly Trouble[], over: readonly string[]): Alert | undefined {
  const [first] = told
  if (!first && over.length === 0) return undefined
  const subject = first
    ? `${first.what}${told.length > 1 ? ` And ${told.length - 1} more.` : ""}`
    : "Back to normal"
  return {
    subject,
    lines: [
      ...told.flatMap(({ what, remedy }) => [what, `  ${remedy}`]),
      ...over.map((what) => `Resolved: ${what}`),
    ],
  }
}

/** Where one machine is alone, a restart does not tell again what was told an hour ago. */
const memoryPath = () => `${env().DATABASE_PATH.replace(/\.db$/, "")}.alerts.json`

function recall(): Memory {
  if (env().LITEFS_DIR) return {}
  try {
    return JSON.parse(readFileSync(memoryPath(), "utf8")) as Memory
  } catch {
    return {}
  }
}

function remember(known: Memory) {
  if (env().LITEFS_DIR) return
  try {
    writeFileSync(memoryPath(), JSON.stringify(known))
  } catch {
    // On a full disk it is remembered until the next start.
  }
}

/** Tells an outside service that all is well; what is silent is dead. */
async function beat(troubles: readonly Trouble[], at: number, stopping: AbortSignal) {
  const { HEARTBEAT_URL } = env()
  if (!HEARTBEAT_URL || isUntold || troubles.some(({ tone }) => tone === "bad")) return
  if (heartbeatAt !== undefined && at - heartbeatAt < heartbeatMs) return
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(10_000), stopping])
    const answer = await fetch(HEARTBEAT_URL, { signal })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    heartbeatAt = at
  } catch (error) {
    log.warn({ err: error }, "the heartbeat could not be sent")
  }
}
