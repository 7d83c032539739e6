import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { tasks } from "db/schema/foundation-tasks"
import { invoices } from "db/schema/money"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { invoiceShares } from "db/schema/money-shares"
import { members } from "db/schema/people"
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  askAll,
  change,
  find,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { letMailGo } from "~/models/foundation/outbox/held-mail.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { emailOfShare } from "../payer/payer-key.server"
import { automaticHoldMinutes, type RunState } from "./invoice-run"

// A run sends many invoices. Their emails wait for as long as the school chose, and until then the whole run can be undone
// (undo-run.server.ts). The wait begins with the last invoice, so that no email leaves while others are still being made.

type RunStart = { taskId?: string; autoRunId?: string }

/** Begins a run, in the caller's transaction. Its invoices name it. */
export function beginRun(actor: Actor, { taskId, autoRunId }: RunStart): string {
  const chosen = select({ minutes: schools.invoiceHoldMinutes })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const minutes = chosen?.minutes ?? 0
  const id = add(actor, invoiceRuns, {
    startedBy: autoRunId === undefined ? actor.memberId : null,
    taskId: taskId ?? null,
    autoRunId: autoRunId ?? null,
    holdMinutes: autoRunId !== undefined && minutes > 0 ? Math.max(minutes, automaticHoldMinutes) : minutes,
  })
  return id
}

/** The run that sends an invoice, and whether its email waits. */
export type OfRun = { runId: string; isHeld: boolean }

export function partOfRun(actor: Actor, runId: string): OfRun {
  const run = find(actor, invoiceRuns, runId)
  return { runId, isHeld: (run?.holdMinutes ?? 0) > 0 }
}

const columns = {
  id: invoiceRuns.id,
  createdAt: invoiceRuns.createdAt,
  taskId: invoiceRuns.taskId,
  autoRunId: invoiceRuns.autoRunId,
  holdMinutes: invoiceRuns.holdMinutes,
  endedAt: invoiceRuns.endedAt,
  heldUntil: invoiceRuns.heldUntil,
  undoneAt: invoiceRuns.undoneAt,
  undoTaskId: invoiceRuns.undoTaskId,
  undoState: tasks.state,
  starterName: users.name,
}

/** Runs with who started them, and the task that undoes them. */
const readRuns = () =>
  select(columns)
    .from(invoiceRuns)
    .leftJoin(tasks, joined(tasks, invoiceRuns.undoTaskId))
    .leftJoin(members, joined(members, invoiceRuns.startedBy))
    .leftJoin(users, eq(users.id, members.userId))

type Row = NonNullable<ReturnType<ReturnType<typeof readRuns>["get"]>>
export type InvoiceRun = Row & { state: RunState }

function stateOf({ endedAt, heldUntil, undoneAt, undoState, taskId, autoRunId }: Row): RunState {
  if (undoneAt !== null) return undoState === "finished" || undoState === "canceled" ? "undone" : "undoing"
  // Earlier builds sent a small run without a task: what stopped it in the middle stopped it for good.
  if (endedAt === null || heldUntil === null) return taskId || autoRunId ? "running" : "stopped"
  return now() < heldUntil ? "held" : "sent"
}

const runOf = (row: Row | undefined): InvoiceRun | undefined => row && { ...row, state: stateOf(row) }

/** A run of the school. */
export const findRun = (actor: Actor, runId: string): InvoiceRun | undefined =>
  runOf(
    readRuns()
      .where(own(actor, invoiceRuns, runId))
      .get(),
  )

/** The run that a task sends. */
export const findRunOfTask = (actor: Actor, taskId: string): InvoiceRun | undefined =>
  runOf(
    readRuns()
      .where(and(own(actor, invoiceRuns), eq(invoiceRuns.taskId, taskId)))
      .get(),
  )

const recentMs = 86_400_000

/** The latest run of the last day that invoiced one of some families, and wasn't undone. */
export function findLatestRunOf(actor: Actor, familyIds: readonly string[]): InvoiceRun | undefined {
  const asked = sql`(select value from json_each(${JSON.stringify(familyIds)}))`
  const row = readRuns()
    .innerJoin(invoices, joined(invoiceRuns, invoices.runId))
    .where(
      and(
        own(actor, invoiceRuns),
        isNull(invoiceRuns.undoneAt),
        gt(invoiceRuns.createdAt, now() - recentMs),
        sql`${invoices.familyId} in ${asked}`,
      ),
    )
    .orderBy(desc(invoiceRuns.createdAt))
    .get()
  return runOf(row)
}

/** The run of a month's automatic invoices. */
export const findRunOfAutoRun = (actor: Actor, autoRunId: string): InvoiceRun | undefined =>
  runOf(
    readRuns()
      .where(and(own(actor, invoiceRuns), eq(invoiceRuns.autoRunId, autoRunId)))
      .get(),
  )

/** The automatic runs that were undone, at most the latest few. */
export const listUndoneAutoRuns = (actor: Actor): ReadonlySet<string> =>
  new Set(
    ownRows(actor, invoiceRuns, ["autoRunId"])
      .where(and(isNotNull(invoiceRuns.autoRunId), isNotNull(invoiceRuns.undoneAt)))
      .orderBy(desc(invoiceRuns.createdAt))
      .limit(24)
      .all()
      .flatMap(({ autoRunId }) => autoRunId ?? []),
  )

export const runsPerPage = 25

/** The school's runs, newest first, each with its invoices, their sum, and how many of them are void. */
export function listRuns(actor: Actor, page: number) {
  const rows = readRuns()
    .where(own(actor, invoiceRuns))
    .orderBy(desc(invoiceRuns.createdAt), desc(invoiceRuns.id))
    .limit(runsPerPage)
    .offset((page - 1) * runsPerPage)
    .all()
  const sums = sumRuns(
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, state: stateOf(row), ...(sums.get(row.id) ?? nothingSent) }))
}

export const countRuns = (actor: Actor): number => ownRows(actor, invoiceRuns, { n: count() }).get()?.n ?? 0

/** The latest runs whose emails wait: what someone may want to look at now. */
export function listStandingRuns(actor: Actor): InvoiceRun[] {
  return standingQuery
    .all(actor, { since: now() - dayMs, now: now() })
    .map((row) => ({ ...row, state: stateOf(row) }))
}

const standingQuery = query((p: Params<{ since: number; now: number }>, own) =>
  readRuns()
    .where(
      and(
        own(invoiceRuns),
        // No run is held for longer than an hour, and none is undone later: the latest are enough.
        gt(invoiceRuns.createdAt, p.since),
        isNull(invoiceRuns.undoneAt),
        or(
          gt(invoiceRuns.heldUntil, p.now),
          // Stopped in the middle, with its emails unsent.
          and(isNull(invoiceRuns.endedAt), isNull(invoiceRuns.taskId), isNull(invoiceRuns.autoRunId)),
        ),
      ),
    )
    .orderBy(desc(invoiceRuns.createdAt))
    .limit(3),
)

const dayMs = 86_400_000

/** Invoices whose run still waits with its emails, in SQL: families hear nothing else of them until then. */
export const isOfHeldRun = () => sql`exists (select 1 from invoice_runs r
  where r.school_id = ${invoices.schoolId} and r.id = ${invoices.runId} and r.created_at > ${now() - dayMs}
  and coalesce(r.held_until, ${now() + 1}) > ${now()})`

/** The invoices among these whose run still waits with its emails. */
export function listHeld(actor: Actor, invoiceIds: readonly string[]): ReadonlySet<string> {
  const rows = ownRows(actor, invoices, ["id"])
    .where(and(inArray(invoices.id, [...invoiceIds]), isOfHeldRun()))
    .all()
  return new Set(rows.map(({ id }) => id))
}

type RunSums = { made: number; totalMinor: number; voided: number }
const nothingSent: RunSums = { made: 0, totalMinor: 0, voided: 0 }

/** What some runs have sent: invoices, their sum, and how many of them are void; minor units. */
function sumRuns(actor: Actor, runIds: readonly string[]): Map<string, RunSums> {
  const rows = ownRows(actor, invoices, {
    runId: invoices.runId,
    made: count(),
    totalMinor: sql<number>`sum(${invoices.totalMinor})`,
    voided: sql<number>`sum(${invoices.state} = 'void')`,
  })
    .where(inArray(invoices.runId, [...runIds]))
    .groupBy(invoices.runId)
    .all()
  return new Map(rows.map(({ runId, ...sums }) => [runId ?? "", sums]))
}

/** What one run has sent. */
export const sumRun = (actor: Actor, runId: string): RunSums =>
  sumRuns(actor, [runId]).get(runId) ?? nothingSent

/** The payers of a run's invoices to whom emails come back, by name. */
export const listBouncedOfRun = (actor: Actor, runId: string): string[] => [
  ...new Set(
    listBounced(
      select({ name: invoiceShares.name, email: emailOfShare })
        .from(invoices)
        .innerJoin(invoiceShares, joined(invoices, invoiceShares.invoiceId))
        .where(and(own(actor, invoices), eq(invoices.runId, runId)))
        .orderBy(invoices.sequence)
        .all(),
    ).map(({ name }) => name),
  ),
]

/** Forgets a run that sent nothing. */
function dropRun(actor: Actor, runId: string) {
  remove(actor, invoiceRuns, runId)
}

// The emails of an invoice run leave when its time to undo is over, or before it when someone says so.

/** After the last invoice. A run that sent none is forgotten. */
export function endOrDropRun(actor: Actor, runId: string) {
  if (sumRun(actor, runId).made > 0) endRun(actor, runId)
  else dropRun(actor, runId)
}

/** After the last invoice: the emails leave when the school's time to undo is over. A second call changes nothing. */
export function endRun(actor: Actor, runId: string) {
  transact(() => {
    const run = findRun(actor, runId)
    if (!run || run.endedAt !== null) return
    const endedAt = now()
    const heldUntil = endedAt + run.holdMinutes * 60_000
    change(actor, invoiceRuns, runId, { endedAt, heldUntil })
    if (run.holdMinutes > 0) queueRelease(actor, runId, heldUntil)
  })
}

const queueRelease = (actor: Actor, runId: string, dueAt: number) =>
  queueJob({
    kind: "send-held-mail",
    schoolId: actor.school.id,
    payload: { runId },
    dueAt,
    uniqueKey: `send-held-mail ${runId} ${dueAt}`,
  })

/** Sends the emails of a run off before their time. From then on it can't be undone. */
export function sendRunNow(actor: Actor, runId: string): Result<void, "not-found" | "not-held"> {
  return transact(() => {
    const run = findRun(actor, runId)
    if (!run) return { ok: false, reason: "not-found" }
    if (run.state !== "held" && run.state !== "stopped") return { ok: false, reason: "not-held" }
    const at = now()
    change(actor, invoiceRuns, runId, { endedAt: run.endedAt ?? at, heldUntil: at })
    queueRelease(actor, runId, at)
    recordEvent(actor, "school.send-run", actor.school.id, { after: { made: sumRun(actor, runId).made } })
    return { ok: true }
  })
}

/** Invoices whose emails one piece of the work lets go. */
const invoicesInPiece = 10

/** Once its time is over, lets the next emails of a run go. True while there are more. */
export function sendHeldMail(actor: Actor, runId: string): boolean {
  return transact(() => {
    const run = findRun(actor, runId)
    return run?.state === "sent" && letRunGo(actor, runId)
  })
}

/** Lets the next waiting emails of a run go. False when none is left. */
export function letRunGo(actor: Actor, runId: string): boolean {
  const held = askAll<{ invoiceId: string }>(sql`
    select i.id as invoiceId from invoices i
    where i.school_id = ${actor.school.id} and i.run_id = ${runId} and exists (select 1 from emails e
      where e.gathered_for = i.id and e.state = 'queued' and e.due_at > ${now()} and e.attempts = 0)
    limit ${invoicesInPiece}`)
  for (const { invoiceId } of held) letMailGo(actor.school.id, invoiceId)
  return held.length > 0
}
