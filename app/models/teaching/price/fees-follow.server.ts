import { charges } from "db/schema/money"
import { chargeDiscounts } from "db/schema/money-discounts"
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, remove, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"

// Monthly fees follow who is enrolled. What a fee comes to is the business of money; here is only what has to be looked at.

const dayMs = 86_400_000

/**
 * Has the monthly fees of a class charged and settled at once, in the background, instead of at the next midnight. In the
 * transaction that began or ended an enrollment; asked for often, it runs once for all of them.
 */
export function feesFollow(
  actor: Actor,
  { classId, enrollmentId }: { classId: string; enrollmentId: string },
) {
  if (isPaidMonthly(actor, classId, enrollmentId)) queueFees(actor, classId, { isOfNew: false })
}

/** The same for enrollments made today alone, when a price of the class or of one of its students changed. */
export const newFeesFollow = (actor: Actor, classId: string) => queueFees(actor, classId, { isOfNew: true })

/** Whether the class, or the enrollment, ever had a price by the month: the work of all others would find nothing. */
const isPaidMonthly = (actor: Actor, classId: string, enrollmentId: string): boolean =>
  askOne(sql`
    select 1 where exists (select 1 from class_prices p
        where p.school_id = ${actor.school.id} and p.class_id = ${classId} and p.billing = 'monthly')
      or exists (select 1 from enrollments e
        where e.school_id = ${actor.school.id} and e.id = ${enrollmentId} and e.billing = 'monthly')
      or exists (select 1 from own_prices o
        where o.school_id = ${actor.school.id} and o.enrollment_id = ${enrollmentId} and o.billing = 'monthly')`) !==
  undefined

function queueFees(actor: Actor, classId: string, { isOfNew }: { isOfNew: boolean }) {
  // Another key each day: work that was given up must not stand in the way for good.
  const day = Math.floor(now() / dayMs)
  const madeSince = isOfNew ? day * dayMs : undefined
  queueJob({
    kind: "charge-fees",
    schoolId: actor.school.id,
    payload: { after: "", charged: {}, classId, madeSince },
    uniqueKey: `charge-fees ${actor.school.id} ${classId} ${isOfNew ? "new" : "all"} ${day}`,
  })
}

/**
 * Takes away the monthly fees of enrollments that are to be as if they had never been, or that of one month alone, in the caller's
 * transaction. False where one is on an invoice or a draft, or someone decided on it by hand.
 */
export function removeFees(actor: Actor, enrollmentIds: readonly string[], month?: string): boolean {
  const theirs = and(
    own(actor, charges),
    isNotNull(charges.enrollmentId),
    month === undefined ? undefined : eq(charges.month, month),
    among(charges.enrollmentId, enrollmentIds),
  )
  const all = select({
    id: charges.id,
    isLoose: sql<number>`charges.source = 'flat' and charges.withdrawn_at is null
        and not exists (select 1 from invoice_lines l where l.school_id = charges.school_id and l.charge_id = charges.id)
        and not exists (select 1 from invoice_lines l where l.school_id = charges.school_id and l.part_of_charge_id = charges.id)
        and not exists (select 1 from credit_note_lines c where c.school_id = charges.school_id and c.charge_id = charges.id)`,
  })
    .from(charges)
    .where(theirs)
    .all()
  if (all.some(({ isLoose }) => !isLoose)) return false
  const ids = all.map(({ id }) => id)
  if (ids.length === 0) return true
  remove(actor, chargeDiscounts, inArray(chargeDiscounts.chargeId, ids))
  remove(actor, charges, inArray(charges.id, ids))
  return true
}
