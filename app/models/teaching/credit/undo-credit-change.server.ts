import { transact } from "db/client.server"
import { creditChanges, makeUpCredits } from "db/schema/attendance"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { RowChange } from "~/models/foundation/access/row-changes.server"
import { areAsLeft, undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CreditChangeRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { type Credit, type CreditChanged, findCreditOf } from "./change-credit.server"

/** Undoes the latest change of a credit. Refused once the credit was used, or changed again. */
export function undoCreditChange(actor: Actor, studentId: string, changeId: string): CreditChanged {
  return transact(() => {
    const found = select(columns(creditChanges, "creditId", "act", "changes"))
      .from(creditChanges)
      .where(and(own(actor, creditChanges, changeId), isNull(creditChanges.undoneAt)))
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
    recordEvent(actor, {
      verb: "undo-change",
      noun: "make-up-credit",
      nounId: credit.id,
      after: { studentId, act: found.act },
    })
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
