import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { paymentMethods, voucherEnds } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, money, schoolTable } from "./columns"
import { payments } from "./money-payments"
import { members } from "./people"

/**
 * A gift voucher that the school sold: money that came in and is no revenue until it is redeemed. What is left of it is its amount less
 * what was redeemed, and nothing once it has ended. Its text is never edited,
 * but where someone it names is erased.
 */
export const vouchers = schoolTable(
  "vouchers",
  {
    /** Sixteen letters and figures, as `voucher.ts` makes them. */
    code: text("code").notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    soldOn: day("sold_on").notNull(),
    method: choice("method", paymentMethods).notNull(),
    reference: text("reference"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email"),
    recipientName: text("recipient_name"),
    recipientEmail: text("recipient_email"),
    message: text("message"),
    /** The last day on which a family redeems it; null without an end. */
    expiresOn: day("expires_on"),
    soldBy: refersTo("sold_by", () => members),
    /** What was left was paid back, or became other income after it expired. */
    endKind: text("end_kind", { enum: voucherEnds }),
    endedOn: day("ended_on"),
    endMinor: money("end_minor").notNull().default(0),
    /** How a canceled one was paid back. */
    endMethod: text("end_method", { enum: paymentMethods }),
    endReason: text("end_reason"),
    /** The sale was entered by mistake. */
    removedAt: instant("removed_at"),
  },
  (t) => [
    uniqueIndex("vouchers_code").on(t.schoolId, t.code),
    index("vouchers_by_sale").on(t.schoolId, t.soldOn),
    index("vouchers_by_end").on(t.schoolId, t.endedOn).where(sql`ended_on is not null`),
    check("vouchers_amount", sql`${t.amountMinor} > 0 and ${t.endMinor} between 0 and ${t.amountMinor}`),
    check("vouchers_end_kind", sql`${t.endKind} is null or ${oneOf(t.endKind)}`),
    check("vouchers_end_method", sql`${t.endMethod} is null or ${oneOf(t.endMethod)}`),
    check(
      "vouchers_end",
      sql`(${t.endKind} is null) = (${t.endedOn} is null) and (${t.endKind} is null) = (${t.endMinor} = 0)
        and (${t.endMethod} is not null) = (${t.endKind} is 'canceled')`,
    ),
    check("vouchers_removed", sql`${t.removedAt} is null or ${t.endKind} is null`),
  ],
)

/** What a family took of a voucher as account credit, which is a payment with which nothing was received. */
export const voucherRedemptions = schoolTable(
  "voucher_redemptions",
  {
    voucherId: refersTo("voucher_id", () => vouchers).notNull(),
    paymentId: refersTo("payment_id", () => payments).notNull(),
    amountMinor: money("amount_minor").notNull(),
    redeemedOn: day("redeemed_on").notNull(),
    redeemedBy: refersTo("redeemed_by", () => members),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    index("voucher_redemptions_by_voucher").on(t.schoolId, t.voucherId),
    uniqueIndex("voucher_redemptions_by_payment").on(t.schoolId, t.paymentId),
    index("voucher_redemptions_by_day").on(t.schoolId, t.redeemedOn),
    check("voucher_redemptions_amount", sql`${t.amountMinor} > 0`),
  ],
)
