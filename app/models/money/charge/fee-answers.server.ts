import { charges } from "db/schema/money"
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { onInvoice } from "./charge-query.server"
import { enrollmentEnded, type Fee, type FeeToSettle, keyOf } from "./fees-to-settle.server"
import { type Answer, isDecided } from "./month-history"
import { creditedAmount } from "./seat-charges.server"

// What was added to or taken off the monthly fees that the end of an enrollment concerns.

export type Answers = {
  answersOf: (fee: Fee) => readonly Answer[]
  /** Whether the office changed or waived by hand what put the month's fee up again or took more off it: then it has decided. */
  isWaived: (fee: Fee) => boolean
}

/** What was added to or taken off some months' fees since, in two statements. */
export function listAnswers(actor: Actor, found: readonly FeeToSettle[]): Answers {
  const monthOf = new Map(
    found.flatMap(({ fee, chargeIds }) => chargeIds.map((id) => [id, keyOf(fee)] as const)),
  )
  const corrections = groupBy(correctionsOf(actor, [...monthOf.keys()]), ({ corrected }) =>
    monthOf.get(corrected),
  )
  const items = groupBy(
    itemsOf(
      actor,
      found.map(({ fee }) => fee),
    ),
    keyOf,
  )
  return {
    answersOf: (fee) => [
      ...(corrections.get(keyOf(fee)) ?? []),
      ...(items.get(keyOf(fee)) ?? []).filter(({ withdrawnAt }) => withdrawnAt === null),
    ],
    isWaived: (fee) => isDecided(items.get(keyOf(fee)) ?? [], enrollmentEnded),
  }
}

export const answerColumns = {
  chargeId: charges.id,
  source: charges.source,
  amountMinor: charges.amountMinor,
  isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
  creditedMinor: creditedAmount,
}

const correctionsOf = (actor: Actor, chargeIds: readonly string[]) =>
  select({ ...answerColumns, corrected: sql<string>`${charges.correctsChargeId}` })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        isNotNull(charges.correctsChargeId),
        sql`${charges.correctsChargeId} in (select value
          from json_each(${JSON.stringify(chargeIds)}))`,
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

const itemsOf = (actor: Actor, fees: readonly Fee[]) =>
  select({
    ...answerColumns,
    enrollmentId: sql<string>`${charges.enrollmentId}`,
    month: sql<string>`${charges.month}`,
    createdAt: charges.createdAt,
    withdrawnAt: charges.withdrawnAt,
    withdrawnReason: charges.withdrawnReason,
  })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        sql`(${charges.enrollmentId}, ${charges.month}) in (select value ->> 0, value ->> 1
          from json_each(${JSON.stringify(fees.map(({ enrollmentId, month }) => [enrollmentId, month]))}))`,
        eq(charges.source, "item"),
      ),
    )
    .orderBy(sql`+${charges.id}`)
    .all()
