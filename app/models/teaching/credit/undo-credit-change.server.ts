import { transact } from "db/client.server"
import { creditChanges, makeUpCredits } from "db/schema/attendance"
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import {
  type Changes,
  change,
  hasRow,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CreditChangeRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { type Credit, type CreditChanged, findCreditOf } from "./change-credit.server"
import type { CreditAct } from "./credit-change"

/** Undoes the latest change of a credit. Refused once the credit was used, or changed again. */
export function undoCreditChange(actor: Actor, studentId: string, changeId: string): CreditChanged {
  return transact(() => {
    const found = select({ id: creditChanges.id, creditId: creditChanges.creditId, act: creditChanges.act })
      .from(creditChanges)
      .where(and(own(actor, creditChanges, changeId), isNull(creditChanges.undoneAt)))
      .get()
    const credit = found && findCreditOf(actor, studentId, found.creditId)
    if (!found || !credit) return { ok: false, reason: "credit-unknown" }
    const latest = listCreditChanges(actor, studentId).find(
      ({ creditId, isUndone }) => creditId === found.creditId && !isUndone,
    )
    if (latest?.id !== changeId) return { ok: false, reason: "not-latest" }
    const refusal = takeBack(actor, credit, latest)
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
  credit: Credit,
  made: { act: CreditAct; dayBefore: string | null; dayAfter: string | null },
): CreditChangeRefusal | undefined {
  if (credit.usedAt !== null) return "used"
  if (made.act === "revoke") {
    if (credit.revokedAt === null) return "not-latest"
    if (hasOther(actor, credit)) return "earned-again"
    put(actor, credit.id, { revokedAt: null, revokedReason: null, isDenied: false })
    return undefined
  }
  if (credit.revokedAt !== null) return "revoked"
  if (made.act === "grant") put(actor, credit.id, { revokedAt: now(), revokedReason: "Granted by mistake" })
  else {
    if (credit.expiresOn !== made.dayAfter || !made.dayBefore) return "not-latest"
    put(actor, credit.id, { expiresOn: made.dayBefore, warnedAt: null })
  }
  return undefined
}

function put(actor: Actor, creditId: string, values: Changes<typeof makeUpCredits>) {
  change(actor, makeUpCredits, creditId, values)
}

/** Whether the absence has another credit that counts. */
const hasOther = (actor: Actor, { originSeatId }: Credit): boolean =>
  originSeatId !== null &&
  hasRow(
    actor,
    makeUpCredits,
    and(eq(makeUpCredits.originSeatId, originSeatId), isNull(makeUpCredits.revokedAt)),
  )

/** What was done by hand to a student's credits, newest first. */
export const listCreditChanges = (actor: Actor, studentId: string) =>
  changesQuery
    .all(actor, { studentId })
    .map(({ undoneAt, ...row }) => ({ ...row, isUndone: undoneAt !== null }))

const changesQuery = query((p: Params<{ studentId: string }>, own) =>
  select({
    ...columns(creditChanges, "id", "creditId", "act", "reason", "dayBefore", "dayAfter"),
    at: creditChanges.createdAt,
    undoneAt: creditChanges.undoneAt,
  })
    .from(makeUpCredits)
    .innerJoin(creditChanges, joined(makeUpCredits, creditChanges.creditId))
    .where(and(own(makeUpCredits), eq(makeUpCredits.studentId, p.studentId)))
    .orderBy(desc(creditChanges.createdAt), desc(creditChanges.id))
    .limit(50),
)
