import { platformPayments } from "db/schema/accounts-subscriptions"
import { count, desc } from "drizzle-orm"
import { findFrozenReceipt, listReceiptTexts } from "~/models/accounts/platform-payment/frozen-receipt.server"
import { taxText, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// What a school paid us, for its own books: the rows of the provider's list that are this school's.

export const receiptsPerPage = 24

/** The school's payments, newest first, a page of them. Amounts in minor units, `paidAt` in UTC ms. */
export function listReceipts(actor: Actor, page: number) {
  const rows = select()
    .from(platformPayments)
    .where(own(actor, platformPayments))
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(receiptsPerPage)
    .offset((page - 1) * receiptsPerPage)
    .all()
  const total =
    select({ n: count() }).from(platformPayments).where(own(actor, platformPayments)).get()?.n ?? 0
  const texts = listReceiptTexts(actor, rows)
  return { rows: rows.map((row) => ({ ...row, about: texts.get(row.id) ?? "" })), total }
}

/** One payment of the school; undefined for anyone else's. */
export function findReceipt(actor: Actor, receiptId: string) {
  const row = find(actor, platformPayments, receiptId)
  return row && { ...row, ...findFrozenReceipt(actor, row) }
}

/** The tax within what is left of a payment after its refunds; null where there is none. */
export function includedTax({
  taxName,
  taxRate,
  amountMinor,
  refundedMinor,
}: Pick<
  NonNullable<ReturnType<typeof findReceipt>>,
  "taxName" | "taxRate" | "amountMinor" | "refundedMinor"
>) {
  if (taxName === null || taxRate === null) return null
  const { taxMinor } = withTax(amountMinor - refundedMinor, { name: taxName, rate: taxRate, isAdded: false })
  return { label: `Includes ${taxText({ name: taxName, rate: taxRate })}`, amountMinor: taxMinor }
}
