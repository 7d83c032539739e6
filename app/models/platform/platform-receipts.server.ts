import { db } from "db/client.server"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, count, desc, eq } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { planInWords } from "../plan/plan-offer.server"

// What a school paid us, for its own books: the rows of the provider's list that are this school's.

export const receiptsPerPage = 24

/** The school's payments, newest first, a page of them. Amounts in minor units, `paidAt` in UTC ms. */
export function listReceipts(actor: Actor, page: number) {
  const isOurs = eq(platformPayments.schoolId, actor.school.id)
  const rows = db()
    .select()
    .from(platformPayments)
    .where(isOurs)
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(receiptsPerPage)
    .offset((page - 1) * receiptsPerPage)
    .all()
  const total = db().select({ n: count() }).from(platformPayments).where(isOurs).get()?.n ?? 0
  return { rows: rows.map(withWords), total }
}

/** One payment of the school; undefined for anybody else's. */
export function findReceipt(actor: Actor, receiptId: string) {
  const row = db()
    .select()
    .from(platformPayments)
    .where(and(eq(platformPayments.schoolId, actor.school.id), eq(platformPayments.id, receiptId)))
    .get()
  return row && withWords(row)
}

const withWords = (row: typeof platformPayments.$inferSelect) => ({
  ...row,
  about: planInWords(row.amountMinor) ?? "Tutti subscription",
})
