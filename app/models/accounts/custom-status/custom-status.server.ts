import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { marks, ownStatuses } from "db/schema/attendance"
import { correctionRequests } from "db/schema/attendance-corrections"
import { and, eq, isNotNull, max } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, hasRow, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import type { OwnStatusRefusal } from "~/texts/accounts/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { defaultOutcomes } from "../outcome/outcome"
import { listOutcomes, listStatusRows } from "../outcome/outcome.server"
import {
  type ListedStatus,
  mostStatuses,
  type OwnRule,
  type OwnStatus,
  standardLetters,
} from "./custom-status"
import type { NewStatusForm } from "./custom-status-form"

// The statuses of a school's own: added, changed, put in order, retired and brought back. What attendance has once been recorded
// with is never deleted, and counts as the same for good.

type Done = Result<{ name: string }, OwnStatusRefusal>
type StatusFacts = Pick<NewStatusForm, "name" | "letters" | "countsAs" | "isShownToFamilies"> & {
  rule?: NewStatusForm["rule"]
}

/** All of them in their order, retired ones last. */
export const listOwnStatuses = (actor: Actor): readonly OwnStatus[] =>
  keepStatuses([actor.school.id], () => readStatuses(actor))

const keepStatuses = cacheUntilWrite<readonly OwnStatus[]>(500)

const readStatuses = (actor: Actor): OwnStatus[] =>
  listStatusRows(actor)
    .flatMap(({ own }) => own ?? [])
    .sort((a, b) => rank(a) - rank(b) || a.position - b.position || (a.id < b.id ? -1 : 1))
    .map(({ id, name, letters, countsAs, isShownToFamilies, retiredAt, ...row }) => ({
      id,
      name,
      letters,
      countsAs,
      isShownToFamilies,
      rule: ownRuleOf(row),
      isRetired: retiredAt !== null,
    }))

const rank = ({ retiredAt }: { retiredAt: number | null }) => Number(retiredAt !== null)

function ownRuleOf({
  chargedPercent,
  paidPercent,
  issuesCredit,
  countsAsAttended,
}: Pick<typeof ownStatuses.$inferSelect, keyof OwnRule>): OwnRule | null {
  if (chargedPercent === null || paidPercent === null) return null
  return {
    chargedPercent,
    paidPercent,
    issuesCredit: issuesCredit ?? false,
    countsAsAttended: countsAsAttended ?? false,
  }
}

const noRule = { chargedPercent: null, paidPercent: null, issuesCredit: null, countsAsAttended: null }

/** What is written of a status; where teachers aren't paid, the rule for pay is that of what it counts as. */
function columnsOf(actor: Actor, { name, letters, countsAs, isShownToFamilies, rule }: StatusFacts) {
  const paidPercent =
    rule?.paidPercent ?? listOutcomes(actor).find(({ code }) => code === countsAs)?.paidPercent ?? 100
  return { name, letters, countsAs, isShownToFamilies, ...(rule ? { ...rule, paidPercent } : noRule) }
}

/** The same for the settings, each with whether attendance has it. */
export const listStatusesWithUse = (actor: Actor): ListedStatus[] =>
  listOwnStatuses(actor).map((status) => ({ ...status, isUsed: isUsed(actor, status.id) }))

/** Adds a status after the others. Refuses a name or letters in use, in any capitalization, and more than fit a register. */
export function addStatus(actor: Actor, form: StatusFacts): Done {
  return transact((): Done => {
    const statuses = listOwnStatuses(actor)
    const taken = takenBy(statuses, form)
    if (taken) return { ok: false, reason: taken }
    if (offeredOf(statuses).length >= mostStatuses) return { ok: false, reason: "too-many" }
    const { name } = form
    const facts = columnsOf(actor, form)
    const id = add(actor, ownStatuses, { ...facts, position: nextPosition(actor) })
    recordEvent(actor, "own-status.add", id, { after: facts })
    return { ok: true, name }
  })
}

/** Changes a status; what it counts as only as long as no attendance has it. Its rules hold for attendance from now on. */
export function changeStatus(actor: Actor, statusId: string, form: StatusFacts): Done {
  return transact((): Done => {
    const statuses = listOwnStatuses(actor)
    const status = statuses.find(({ id }) => id === statusId)
    if (!status) return { ok: false, reason: "not-found" }
    const taken = takenBy(
      statuses.filter((other) => other !== status),
      form,
    )
    if (taken) return { ok: false, reason: taken }
    if (form.countsAs !== status.countsAs && isUsed(actor, statusId)) return { ok: false, reason: "used" }
    const { name } = form
    const [before, after] = [columnsOf(actor, status), columnsOf(actor, form)]
    if (JSON.stringify(before) === JSON.stringify(after)) return { ok: true, name }
    change(actor, ownStatuses, statusId, after)
    recordEvent(actor, "own-status.change", statusId, { before, after })
    return { ok: true, name }
  })
}

/** Moves a status up (-1) or down (1) among those offered; the first and the last stay where they are. */
export function moveStatus(actor: Actor, statusId: string, by: -1 | 1): Done {
  return transact((): Done => {
    const offered = offeredOf(listOwnStatuses(actor))
    const at = offered.findIndex(({ id }) => id === statusId)
    const status = offered[at]
    if (!status) return { ok: false, reason: "not-found" }
    const ids = offered.map(({ id }) => id)
    const other = ids[at + by]
    if (other === undefined) return { ok: true, name: status.name }
    ids[at] = other
    ids[at + by] = statusId
    for (const [position, id] of ids.entries()) change(actor, ownStatuses, id, { position })
    recordEvent(actor, "own-status.move", statusId, { after: { name: status.name } })
    return { ok: true, name: status.name }
  })
}

/** Retires a status, so that attendance no longer offers it, or brings it back after the others. */
export function setRetired(actor: Actor, statusId: string, isRetired: boolean): Done {
  return transact((): Done => {
    const statuses = listOwnStatuses(actor)
    const status = statuses.find(({ id }) => id === statusId)
    if (!status) return { ok: false, reason: "not-found" }
    const { name } = status
    if (status.isRetired === isRetired) return { ok: true, name }
    if (!isRetired && offeredOf(statuses).length >= mostStatuses) return { ok: false, reason: "too-many" }
    change(actor, ownStatuses, statusId, {
      retiredAt: isRetired ? now() : null,
      ...(isRetired ? {} : { position: nextPosition(actor) }),
    })
    const verb = isRetired ? "retire" : "restore"
    recordEvent(actor, `own-status.${verb}`, statusId, { after: { name } })
    return { ok: true, name }
  })
}

/** Deletes a status that no attendance has. */
export function removeStatus(actor: Actor, statusId: string): Done {
  return transact((): Done => {
    const status = listOwnStatuses(actor).find(({ id }) => id === statusId)
    if (!status) return { ok: false, reason: "not-found" }
    if (isUsed(actor, statusId)) return { ok: false, reason: "used" }
    const { name } = status
    deleteToBin(actor, { noun: "own-status", recordId: statusId, name }, () => {
      remove(actor, ownStatuses, statusId)
    })
    recordEvent(actor, "own-status.remove", statusId, { before: { name } })
    return { ok: true, name }
  })
}

const offeredOf = (statuses: readonly OwnStatus[]) => statuses.filter(({ isRetired }) => !isRetired)

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether the name or the letters are in use already. */
export function takenBy(
  others: readonly Pick<OwnStatus, "name" | "letters">[],
  { name, letters }: Pick<NewStatusForm, "name" | "letters">,
): "name-taken" | "letters-taken" | undefined {
  if (defaultOutcomes.some(({ label }) => isSame(label, name))) return "name-taken"
  if (others.some((other) => isSame(other.name, name))) return "name-taken"
  if (standardLetters.some((each) => isSame(each, letters))) return "letters-taken"
  return others.some((other) => isSame(other.letters, letters)) ? "letters-taken" : undefined
}

/** Whether attendance has it, or someone asked for it. */
const isUsed = (actor: Actor, statusId: string): boolean =>
  isMarked(actor, statusId) || isAskedFor(actor, statusId)

const isMarked = (actor: Actor, statusId: string): boolean =>
  hasRow(actor, marks, and(isNotNull(marks.statusId), eq(marks.statusId, statusId)))

const isAskedFor = (actor: Actor, statusId: string): boolean =>
  hasRow(
    actor,
    correctionRequests,
    and(isNotNull(correctionRequests.statusId), eq(correctionRequests.statusId, statusId)),
  )

function nextPosition(actor: Actor): number {
  const last = ownRows(actor, ownStatuses, { last: max(ownStatuses.position) }).get()
  return (last?.last ?? -1) + 1
}
