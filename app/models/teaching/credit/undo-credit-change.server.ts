import { db, prepareOnce, transact } from "db/client.server"
import { creditChanges, makeUpCredits } from "db/schema/attendance"
import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CreditChangeRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { type Credit, type CreditChanged, findCreditOf } from "./change-credit.server"
import type { CreditAct } from "./credit-change"

/** Undoes the latest change of a credit. Refused once the credit was used, or changed again. */
export function undoCreditChange(actor: Actor, studentId: string, changeId: string): CreditChanged {
  return transact(() => {
    const change = db()
      .select({ id: creditChanges.id, creditId: creditChanges.creditId, act: creditChanges.act })
      .from(creditChanges)
      .where(and(own(actor, creditChanges, changeId), isNull(creditChanges.undoneAt)))
      .get()
    const credit = change && findCreditOf(actor, studentId, change.creditId)
    if (!change || !credit) return { ok: false, reason: "credit-unknown" }
    const latest = listCreditChanges(actor, studentId).find(
      ({ creditId, isUndone }) => creditId === change.creditId && !isUndone,
    )
    if (latest?.id !== changeId) return { ok: false, reason: "not-latest" }
    const refusal = takeBack(actor, credit, latest)
    if (refusal) return { ok: false, reason: refusal }
    db()
      .update(creditChanges)
      .set({ undoneAt: now() })
      .where(own(actor, creditChanges, changeId))
      .run()
    recordEvent(actor, {
      verb: "undo-change",
      noun: "make-up-credit",
      nounId: credit.id,
      after: { studentId, act: change.act },
    })
    return { ok: true, creditId: credit.id, changeId }
  })
}

/** Puts a credit back as it was before a change; answers why it can't be. */
function takeBack(
  actor: Actor,
  credit: Credit,
  change: { act: CreditAct; dayBefore: string | null; dayAfter: string | null },
): CreditChangeRefusal | undefined {
  if (credit.usedAt !== null) return "used"
  if (change.act === "revoke") {
    if (credit.revokedAt === null) return "not-latest"
    if (hasOther(actor, credit)) return "earned-again"
    put(actor, credit.id, { revokedAt: null, revokedReason: null, isDenied: false })
    return undefined
  }
  if (credit.revokedAt !== null) return "revoked"
  if (change.act === "grant") put(actor, credit.id, { revokedAt: now(), revokedReason: "Granted by mistake" })
  else {
    if (credit.expiresOn !== change.dayAfter || !change.dayBefore) return "not-latest"
    put(actor, credit.id, { expiresOn: change.dayBefore, warnedAt: null })
  }
  return undefined
}

function put(actor: Actor, creditId: string, values: Partial<typeof makeUpCredits.$inferInsert>) {
  db()
    .update(makeUpCredits)
    .set(values)
    .where(own(actor, makeUpCredits, creditId))
    .run()
}

/** Whether the absence has another credit that counts. */
const hasOther = (actor: Actor, { originSeatId }: Credit): boolean =>
  originSeatId !== null &&
  db()
    .select({ id: makeUpCredits.id })
    .from(makeUpCredits)
    .where(
      and(
        own(actor, makeUpCredits),
        eq(makeUpCredits.originSeatId, originSeatId),
        isNull(makeUpCredits.revokedAt),
      ),
    )
    .get() !== undefined

/** What was done by hand to a student's credits, newest first. */
export const listCreditChanges = (actor: Actor, studentId: string) =>
  changesQuery()
    .all({ schoolId: actor.school.id, studentId })
    .map(({ undoneAt, ...row }) => ({ ...row, isUndone: undoneAt !== null }))

const changesQuery = prepareOnce(() =>
  db()
    .select({
      id: creditChanges.id,
      creditId: creditChanges.creditId,
      act: creditChanges.act,
      reason: creditChanges.reason,
      dayBefore: creditChanges.dayBefore,
      dayAfter: creditChanges.dayAfter,
      at: creditChanges.createdAt,
      undoneAt: creditChanges.undoneAt,
    })
    .from(makeUpCredits)
    .innerJoin(creditChanges, joined(makeUpCredits, creditChanges.creditId))
    .where(
      and(
        own(sql.placeholder("schoolId"), makeUpCredits),
        eq(makeUpCredits.studentId, sql.placeholder("studentId")),
      ),
    )
    .orderBy(desc(creditChanges.createdAt), desc(creditChanges.id))
    .limit(50)
    .prepare(),
)
