import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import {
  findTaskOfForm,
  runNextItems,
  startTask,
  type TaskWork,
} from "~/models/foundation/task/run-task.server"
import { isUnderWay, type TaskKind } from "~/models/foundation/task/task"
import { findTask, listSubjects, listTaskItems } from "~/models/foundation/task/task.server"
import { listPayersOf } from "~/models/money/payer/payer-key.server"
import { namesOfFamilies, tellApart } from "~/models/people/family/family-name.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { type IssueRefusal, issueRefusals } from "~/texts/money/refusals"
import { nextTurn } from "~/utils/in-turns"
import { joinNames } from "~/utils/names"
import { bringFeesUpToDate } from "../charge/fees-of-family.server"
import { hasManyUnbilled, listUnbilledFamilies } from "../charge/unbilled.server"
import { isEmailed, type Payer } from "../payer/payer"
import { saveDraft } from "./draft-invoice.server"
import {
  beginRun,
  endOrDropRun,
  findRunOfTask,
  type InvoiceRun,
  partOfRun,
  sumRun,
} from "./invoice-run.server"
import { issueInvoice } from "./issue-invoice.server"
import { offerLines } from "./new-invoice.server"
import { countPapers } from "./payer-papers.server"

// An invoice run bills many families at once. The preview shows each invoice; each is then made on its own, so that one
// family's refusal doesn't stop the others.

type Days = { from: string; to: string }

/** Every family with unbilled lines in a period (dates, both included), or of some, by name. */
export function offerBatch(actor: Actor, period: Days, familyIds?: readonly string[]) {
  const found = tellApart(actor, listUnbilledFamilies(actor, { ...period, familyIds }))
  const payersOf = listPayersOf(
    actor,
    found.map(({ familyId, familyName }) => ({ id: familyId, name: familyName })),
  )
  const papersOf = countPapers(
    actor,
    found.map(({ familyId }) => ({ familyId, payers: payersOf.get(familyId) ?? [] })),
    period,
  )
  return found.map(({ familyId, familyName, familyChildren, charges, amountMinor, from, to }) => {
    const payers = payersOf.get(familyId) ?? []
    const reason: IssueRefusal | null =
      amountMinor < 0 ? "negative-total" : payers.length === 0 ? "no-payer" : null
    return {
      familyId,
      familyName,
      familyChildren,
      lines: charges,
      ...(papersOf.get(familyId) ?? { invoices: 1, toPrint: 0, ordinary: [] }),
      amountMinor,
      from,
      to,
      payers: payersText(payers),
      sendTo: payers.flatMap((payer) => (isEmailed(payer) ? (payer.email ?? []) : [])),
      needsPrint: payers.some(({ email }) => email === null),
      returns: payers.flatMap(({ name, emailReturns }) => (emailReturns ? name : [])),
      problem: reason && issueRefusals[reason],
    }
  })
}

/** The same of all families, in the background where many charges wait. */
export const offerBatchInBackground = async (
  actor: Actor,
  days: Days,
): Promise<ReturnType<typeof offerBatch>> =>
  hasManyUnbilled(actor)
    ? readInBackground(schoolWork(actor, "invoice-batch", offerBatch, days))
    : offerBatch(actor, days)

const payersText = (payers: readonly Payer[]): string => {
  const names = payers.map(({ name }) => name).join(" and ")
  return payers.length > 1 && payers[0]?.hasOwnInvoice ? `${names}, an invoice each` : names
}

export type BatchChoice = {
  from: string
  to: string
  /** `YYYY-MM-DD` */
  dueOn: string
  note: string | null
  familyIds: readonly string[]
  /** Only kept as drafts, sent later one by one. */
  asDrafts: boolean
}

/** So many are made while the person waits; more of them are work in the background. */
const familiesAtOnce = 25

/** What a run has come to: `made` counts invoices, `refused` names the families that got none and why. */
export type BatchEnd = {
  taskId: string
  isOver: boolean
  made: number
  refused: { name: string; reason: string }[]
  run: InvoiceRun | null
}

/**
 * Makes one invoice for each family named, of all its lines of the period as they are now, as a task. A few are made before
 * the answer; many go on after it. Families that are not the school's, or have nothing left to bill because someone was
 * quicker, are named in `refused` like every other refusal. A form sent again goes on with what it started.
 */
export async function billBatch(
  actor: Actor,
  choice: BatchChoice,
  formKey: string | null = null,
): Promise<BatchEnd> {
  const taskId = startBatch(actor, choice, formKey)
  const work = invoiceRunWork(choice.asDrafts)
  const isSmall = (findTask(actor, taskId)?.total ?? 0) <= familiesAtOnce
  while (isSmall && runNextItems(actor, taskId, work)) await nextTurn()
  return endOfBatch(actor, taskId)
}

/** Starts the task of a run, or answers the one that this form has started for these families. */
export function startBatch(
  actor: Actor,
  { familyIds, asDrafts, ...choice }: BatchChoice,
  formKey: string | null = null,
): string {
  const items = namesOfFamilies(actor, [...new Set(familyIds)])
  const ids = items.map(({ subjectId }) => subjectId)
  const kind = asDrafts ? "save-drafts" : "send-invoices"
  return transact(() => {
    const earlier = formKey === null ? undefined : findTaskOfForm(actor, formKey)
    if (earlier && isForAll(actor, earlier, kind, ids)) return earlier
    const taskId = startTask(actor, {
      kind,
      about: choice,
      items,
      // The page was gone back to, and other families were chosen: that is another run.
      formKey: earlier ? `${formKey} ${digestOf(ids)}` : formKey,
    })
    if (!asDrafts && !findRunOfTask(actor, taskId)) beginRun(actor, { taskId })
    return taskId
  })
}

const digestOf = (ids: readonly string[]) =>
  createHash("sha256").update(ids.join()).digest("base64url").slice(0, 16)

/** Whether a task is of this kind and for all of these families. */
function isForAll(actor: Actor, taskId: string, kind: TaskKind, familyIds: readonly string[]): boolean {
  if (findTask(actor, taskId)?.kind !== kind) return false
  const known = new Set(listSubjects(actor, taskId))
  return familyIds.every((id) => known.has(id))
}

/** What the task of a run has done so far. */
export function endOfBatch(actor: Actor, taskId: string): BatchEnd {
  const task = findTask(actor, taskId)
  const run = findRunOfTask(actor, taskId) ?? null
  const refused = listTaskItems(actor, taskId, { state: "excepted", page: 1 })
  return {
    taskId,
    isOver: task !== undefined && !isUnderWay(task),
    made: run ? sumRun(actor, run.id).made : (task?.done ?? 0) - (task?.excepted ?? 0),
    refused: refused.map(({ name, note }) => ({ name, reason: note ?? "" })),
    run,
  }
}

type RunChoice = Omit<BatchChoice, "familyIds">

/** Bills one family of a run, or says why not. */
function billFamily(
  actor: Actor,
  familyId: string,
  { asDrafts, ...choice }: RunChoice,
  runId: string | null,
) {
  bringFeesUpToDate(actor, familyId)
  const offer = offerLines(actor, { familyId, from: choice.from, to: choice.to })
  const idsOf = (isUncharged: boolean) =>
    (offer?.lines ?? []).filter(({ source }) => (source === "telling") === isUncharged).map(({ id }) => id)
  const paper = { ...choice, familyId, chargeIds: idsOf(false), unchargedSeatIds: idsOf(true) }
  const answer = asDrafts
    ? { numbers: [], ...saveDraft(actor, paper) }
    : issueInvoice(actor, paper, runId ? partOfRun(actor, runId) : undefined)
  if (answer.ok) {
    const { invoiceId, numbers } = answer
    return { ok: true as const, invoiceId, number: joinNames(numbers), invoices: Math.max(1, numbers.length) }
  }
  return { ok: false as const, reason: batchRefusal(answer.reason) }
}

function noteRun(actor: Actor, choice: RunChoice, { made, excepted }: { made: number; excepted: number }) {
  if (made === 0) return
  recordEvent(actor, choice.asDrafts ? "school.draft-batch" : "school.bill-batch", actor.school.id, {
    after: { made, refused: excepted, from: choice.from, to: choice.to },
  })
}

const RunFacts = z.object({
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  note: z.string().nullable(),
})

/** An invoice run as a task: few families a step, each with the note that it is done. */
export const invoiceRunWork = (asDrafts: boolean): TaskWork<z.output<typeof RunFacts>> => ({
  about: RunFacts,
  atMost: 4,
  carryOut: (actor, choice, { subjectId, taskId }) => {
    const run = findRunOfTask(actor, taskId)
    const answer = billFamily(actor, subjectId, { ...choice, asDrafts }, run?.id ?? null)
    if (!answer.ok) return { ok: false, reason: answer.reason }
    return { ok: true, made: answer.invoiceId, note: answer.number || "Draft" }
  },
  // Also when the run was canceled: what was sent by then is emailed.
  close: (actor, taskId) => {
    const run = findRunOfTask(actor, taskId)
    if (run) endOrDropRun(actor, run.id)
    return false
  },
  finish: (actor, choice, end) => noteRun(actor, { ...choice, asDrafts }, end),
})

/** In a batch no one ticked lines: nothing to bill means that someone else has billed it. */
const batchRefusal = (reason: IssueRefusal): string =>
  reason === "nothing-to-bill" ? "Someone else has already invoiced this family." : issueRefusals[reason]
