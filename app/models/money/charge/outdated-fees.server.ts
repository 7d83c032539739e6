import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { and, eq, sql } from "drizzle-orm"
import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { removeFees } from "~/models/teaching/price/fees-follow.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { readStoredRule, readWorkedOut } from "../tuition/tuition-rule.server"
import { listHeldDiscounts } from "./charge-discounts.server"
import { type DueEnrollment, listEnrolled } from "./due-enrollments.server"
import { monthFees, readFeeTerms } from "./month-fee.server"
import { taxedColumns } from "./seat-charges.server"
import { writeFees } from "./write-fees.server"

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

/**
 * Replaces the fees of enrollments made today whose price is another one now. The rule, the part, the discounts and the tax stay
 * those that they were charged with.
 */
export function replaceOutdated(actor: Actor, month: string, among: readonly string[]) {
  const fresh = listEnrolled(actor, month, isFresh(month), among)
  if (fresh.length === 0) return
  const chargedOf = listCharged(
    actor,
    month,
    fresh.map(({ enrollmentId }) => enrollmentId),
  )
  const held = listHeldDiscounts(
    actor,
    [...chargedOf.values()].map(({ chargeId }) => chargeId),
  )
  const ruleOf = ({ enrollmentId }: DueEnrollment) =>
    readStoredRule(chargedOf.get(enrollmentId)?.feeRule ?? null)
  for (const alike of groupBy(fresh, (enrollment) => JSON.stringify(ruleOf(enrollment))).values()) {
    const terms = readFeeTerms(actor, [...new Set(alike.map(({ classId }) => classId))])
    const rule = (alike[0] && ruleOf(alike[0])) ?? terms.rule
    const feeOf = monthFees(actor, month, alike, { ...terms, rule }, ({ enrollmentId, classId }) => {
      const was = chargedOf.get(enrollmentId)
      return {
        tax: was ? taxOf(was) : terms.taxOfClass(classId),
        discounts: held.get(was?.chargeId ?? "") ?? [],
        share: readWorkedOut(was?.feeRule ?? null).share,
        dueOn: was?.dueOn ?? null,
      }
    })
    for (const enrollment of alike) {
      const fee = feeOf(enrollment)
      const charged = chargedOf.get(enrollment.enrollmentId)
      const isSame =
        charged?.amountMinor === (fee?.due.amountMinor ?? 0) && charged?.dueOn === (fee?.dueOn ?? null)
      if (charged && !isSame && removeFees(actor, [enrollment.enrollmentId], month))
        writeFees(actor, month, [{ enrollment, fee }])
    }
  }
}

function listCharged(actor: Actor, month: string, among: readonly string[]) {
  const rows = select({
    chargeId: charges.id,
    enrollmentId: charges.enrollmentId,
    feeRule: charges.feeRule,
    dueOn: charges.dueOn,
    ...taxedColumns,
  })
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
