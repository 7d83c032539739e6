import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, count, desc, eq, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"

/** A page of a school's payments, newest first, with what was refunded of each; searched by family or reference. */
export function listPayments(actor: Actor, { search, page }: { search: string; page: number }) {
  const holds = search
    ? or(sql`${families.name} like ${containing(search)} escape '\\'`, eq(payments.providerReference, search))
    : undefined
  const where = and(own(actor, payments), eq(payments.isOpening, false), holds)
  const rows = select({
    id: payments.id,
    familyName: families.name,
    ...columns(payments, "payerName", "method", "paidWith", "amountMinor", "currency", "receivedOn"),
    isReversed: sql<number>`${payments.reversedAt} is not null`.mapWith(Boolean),
    refundedMinor: sql<number>`(select coalesce(sum(r.amount_minor), 0) from refunds r
        where r.school_id = ${payments.schoolId} and r.payment_id = ${payments.id})`,
  })
    .from(payments)
    .innerJoin(families, joined(families, payments.familyId))
    .where(where)
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const total =
    select({ n: count() })
      .from(payments)
      .innerJoin(families, joined(families, payments.familyId))
      .where(where)
      .get()?.n ?? 0
  return { rows, total }
}
