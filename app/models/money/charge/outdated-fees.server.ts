import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { removeFees } from "~/models/teaching/price/fees-follow.server"
import { now } from "~/utils/clock.server"
import { listEnrolled } from "./due-enrollments.server"
import { monthFees } from "./month-fee.server"

// A fee is charged as soon as someone is enrolled. Until the next midnight UTC, when fees were charged before that, it follows
// the price: whoever enrolls a student and then agrees a custom price means one thing.

const dayMs = 86_400_000

/** A fee of an enrollment made today that no invoice, no draft and no hand has touched. */
const isFresh = (month: string) => sql`${enrollments.createdAt} >= ${Math.floor(now() / dayMs) * dayMs}
  and (select count(*) from charges c where c.school_id = ${enrollments.schoolId}
    and c.enrollment_id = ${enrollments.id} and c.month = ${month}) = 1
  and exists (select 1 from charges c where c.school_id = ${enrollments.schoolId}
    and c.enrollment_id = ${enrollments.id} and c.month = ${month} and c.source = 'flat'
    and c.withdrawn_at is null and c.billed_lines = 0)`

/** Takes away the fees of enrollments made today that would be another amount now, so that they are charged as they are now. */
export function removeOutdated(actor: Actor, month: string, among: readonly string[]) {
  const fresh = listEnrolled(actor, month, isFresh(month), among)
  if (fresh.length === 0) return
  const feeOf = monthFees(actor, month, fresh)
  const chargedOf = listCharged(
    actor,
    month,
    fresh.map(({ enrollmentId }) => enrollmentId),
  )
  for (const enrollment of fresh) {
    const fee = feeOf(enrollment)
    const charged = chargedOf.get(enrollment.enrollmentId)
    const isSame =
      charged?.amountMinor === (fee?.due.amountMinor ?? 0) && charged?.dueOn === (fee?.dueOn ?? null)
    if (charged && !isSame) removeFees(actor, [enrollment.enrollmentId])
  }
}

function listCharged(actor: Actor, month: string, among: readonly string[]) {
  const rows = db()
    .select({ enrollmentId: charges.enrollmentId, amountMinor: charges.amountMinor, dueOn: charges.dueOn })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        sql`${charges.enrollmentId} in (select value from json_each(${JSON.stringify(among)}))`,
        eq(charges.month, month),
      ),
    )
    .all()
  return new Map(rows.map((row) => [row.enrollmentId, row]))
}
