import { transact } from "db/client.server"
import { creditChanges, makeUpCredits } from "db/schema/attendance"
import { enrollments } from "db/schema/teaching"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  hasRow,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { areAsLeft, undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CreditChangeRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import type { CreditAct } from "./credit"

// Credits that the office grants, extends or revokes by hand. Every change is a row with its reason, in the activity too,
// and the latest one of a credit can be undone as long as the credit wasn't used since. A form sent twice changes once.

type CreditChanged = Result<{ creditId: string; changeId: string }, CreditChangeRefusal>
type Why = { reason: string; formKey?: string }

/** How far ahead a credit's last day may be. */
const farthestDays = 731

/** Grants a student a credit for one of their classes. It replaces no lesson, so the make-up lesson costs nothing. */
export function grantCredit(
  actor: Actor,
  studentId: string,
  { classId, minutes, lastDay, ...why }: Why & { classId: string; minutes: number; lastDay: string },
): CreditChanged {
  return transact(() => {
    const known = findByForm(actor, why)
    if (known) return known
    if (!isInClass(actor, studentId, classId)) return { ok: false, reason: "class-unknown" }
    if (!isAhead(actor, lastDay)) return { ok: false, reason: "not-ahead" }
    const id = add(actor, makeUpCredits, {
      studentId,
      originMarkId: null,
      originSeatId: null,
      grantedClassId: classId,
      minutes,
      prepaidPercent: 100,
      expiresOn: lastDay,
    })
    const { reason } = why
    recordEvent(actor, "make-up-credit.grant", id, { after: { studentId, until: lastDay, reason } })
    return noteChange(actor, id, { act: "grant", dayAfter: lastDay, changes: [] }, why)
  })
}

/** Gives a credit a later last day, also one that has expired. */
export function extendCredit(
  actor: Actor,
  studentId: string,
  { creditId, lastDay, ...why }: Why & { creditId: string; lastDay: string },
): CreditChanged {
  return transact(() => {
    const known = findByForm(actor, why)
    if (known) return known
    const credit = findCreditOf(actor, studentId, creditId)
    const refusal = whyFixed(credit)
    if (!credit || refusal) return { ok: false, reason: refusal ?? "credit-unknown" }
    if (!isAhead(actor, lastDay)) return { ok: false, reason: "not-ahead" }
    if (lastDay <= credit.expiresOn) return { ok: false, reason: "not-later" }
    change(actor, makeUpCredits, creditId, { warnedAt: null })
    const changes = undoable(() => change(actor, makeUpCredits, creditId, { expiresOn: lastDay }))
    const { reason } = why
    recordEvent(actor, "make-up-credit.extend", creditId, {
      before: { until: credit.expiresOn },
      after: { studentId, until: lastDay, reason },
    })
    return noteChange(actor, creditId, { act: "extend", dayAfter: lastDay, changes }, why)
  })
}

/** Revokes a credit that wasn't used. The absence it came from earns no other. */
export function revokeByHand(
  actor: Actor,
  studentId: string,
  { creditId, ...why }: Why & { creditId: string },
): CreditChanged {
  return transact(() => {
    const known = findByForm(actor, why)
    if (known) return known
    const credit = findCreditOf(actor, studentId, creditId)
    const refusal = whyFixed(credit)
    if (!credit || refusal) return { ok: false, reason: refusal ?? "credit-unknown" }
    const { reason } = why
    const to = { revokedAt: now(), revokedReason: reason, isDenied: true }
    const changes = undoable(() => change(actor, makeUpCredits, creditId, to))
    recordEvent(actor, "make-up-credit.revoke-by-hand", creditId, { after: { studentId, reason } })
    return noteChange(actor, creditId, { act: "revoke", dayAfter: null, changes }, why)
  })
}

type Credit = NonNullable<ReturnType<typeof findCreditOf>>

/** One of the student's credits. */
const findCreditOf = (actor: Actor, studentId: string, creditId: string) =>
  ownRows(actor, makeUpCredits, ["id", "expiresOn", "usedAt", "revokedAt"])
    .where(and(eq(makeUpCredits.id, creditId), eq(makeUpCredits.studentId, studentId)))
    .get()

function whyFixed(credit: Credit | undefined): CreditChangeRefusal | undefined {
  if (!credit) return "credit-unknown"
  if (credit.usedAt !== null) return "used"
  return credit.revokedAt === null ? undefined : "revoked"
}

const isInClass = (actor: Actor, studentId: string, classId: string): boolean =>
  hasRow(actor, enrollments, and(eq(enrollments.studentId, studentId), eq(enrollments.classId, classId)))

function isAhead(actor: Actor, lastDay: string): boolean {
  const day = todayOf(actor)
  return lastDay >= day && lastDay <= addDays(day, farthestDays)
}

function findByForm(actor: Actor, { formKey }: Why): CreditChanged | undefined {
  if (!formKey) return undefined
  const change = ownRows(actor, creditChanges, ["id", "creditId"])
    .where(eq(creditChanges.formKey, formKey))
    .get()
  return change && { ok: true, creditId: change.creditId, changeId: change.id }
}

function noteChange(
  actor: Actor,
  creditId: string,
  { changes, ...facts }: { act: CreditAct; dayAfter: string | null; changes: readonly RowChange[] },
  { reason, formKey = newId() }: Why,
): CreditChanged {
  const changeId = add(actor, creditChanges, {
    creditId,
    ...facts,
    changes: JSON.stringify(changes),
    reason,
    formKey,
    changedBy: actor.memberId,
  })
  return { ok: true, creditId, changeId }
}

/** Undoes the latest change of a credit. Refused once the credit was used, or changed again. */
export function undoCreditChange(actor: Actor, studentId: string, changeId: string): CreditChanged {
  return transact(() => {
    const found = ownRows(actor, creditChanges, ["creditId", "act", "changes"])
      .where(and(eq(creditChanges.id, changeId), isNull(creditChanges.undoneAt)))
      .get()
    const credit = found && findCreditOf(actor, studentId, found.creditId)
    if (!found || !credit) return { ok: false, reason: "credit-unknown" }
    const latest = listCreditChanges(actor, studentId).find(
      ({ creditId, isUndone }) => creditId === found.creditId && !isUndone,
    )
    if (latest?.id !== changeId) return { ok: false, reason: "not-latest" }
    const refusal = takeBack(actor, credit, found)
    if (refusal) return { ok: false, reason: refusal }
    change(actor, creditChanges, changeId, { undoneAt: now() })
    recordEvent(actor, "make-up-credit.undo-change", credit.id, { after: { studentId, act: found.act } })
    return { ok: true, creditId: credit.id, changeId }
  })
}

/** Puts a credit back as it was before a change; answers why it can't be. */
function takeBack(
  actor: Actor,
  { id, usedAt, revokedAt }: Credit,
  { act, ...made }: Pick<typeof creditChanges.$inferSelect, "act" | "changes">,
): CreditChangeRefusal | undefined {
  if (usedAt !== null) return "used"
  if (act !== "revoke" && revokedAt !== null) return "revoked"
  const changes = RowChange.array().parse(JSON.parse(made.changes))
  if (!areAsLeft(actor, changes)) return "not-latest"
  if (undo(actor, changes)) return "earned-again"
  if (act === "extend") change(actor, makeUpCredits, id, { warnedAt: null })
  if (act === "grant")
    change(actor, makeUpCredits, id, { revokedAt: now(), revokedReason: "Granted by mistake" })
  return undefined
}

/** What was done by hand to a student's credits, newest first. */
export const listCreditChanges = (actor: Actor, studentId: string) =>
  changesQuery
    .all(actor, { studentId })
    .map(({ undoneAt, ...row }) => ({ ...row, isUndone: undoneAt !== null }))

const changesQuery = query((p: Params<{ studentId: string }>, own) =>
  select({
    ...columns(creditChanges, "id", "creditId", "act", "reason", "dayAfter"),
    at: creditChanges.createdAt,
    undoneAt: creditChanges.undoneAt,
  })
    .from(makeUpCredits)
    .innerJoin(creditChanges, joined(makeUpCredits, creditChanges.creditId))
    .where(and(own(makeUpCredits), eq(makeUpCredits.studentId, p.studentId)))
    .orderBy(desc(creditChanges.createdAt), desc(creditChanges.id))
    .limit(50),
)
