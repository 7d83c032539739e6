import { transact } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { listUnpriced, type UnpricedMark } from "~/models/teaching/price/late-price.server"
import { setOwnPrice } from "~/models/teaching/price/own-price.server"
import { setClassPrice } from "~/models/teaching/price/set-price.server"
import type { LessonPriceRefusal } from "~/texts/attendance/refusals"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { chargeLateLessonsOf } from "./late-charges.server"

// A family's lessons that had no price are given one where they are invoiced: the class's, or one of the family's own. It holds
// from the first of them on and charges them by their attendance, as a price that is set elsewhere does.

type Wish = {
  classId: string
  familyId: string
  /** of a lesson, in minor units */
  amountMinor: number
  /** agreed with this family's students only; else the class's price */
  isOwn: boolean
}

type Priced = {
  lessons: number
  /** The days of the first and the last of them, `YYYY-MM-DD`. */
  from: string
  to: string
  /** The first day of the price; of a class's it may be that of another family's lesson. */
  fromDate: string
}

/**
 * Sets the price of such lessons and charges the first few of the family's at once; `chargeLateLessonsOf` goes on, and the job
 * that every such price has follows with all others. Refused where none of the family's lessons lacks a price by now.
 */
export const priceLessons = (
  actor: Actor,
  { classId, familyId, amountMinor, isOwn }: Wish,
): Result<Priced, LessonPriceRefusal> =>
  transact(() => {
    const all = listUnpriced(actor, { classIds: [classId] }, "")
    const theirs = all.filter((mark) => mark.familyId === familyId)
    const [first, last] = [theirs[0]?.localDate, theirs.at(-1)?.localDate]
    if (first === undefined || last === undefined) return { ok: false, reason: "priced" }
    const fromDate = isOwn ? first : (all[0]?.localDate ?? first)
    const price = { billing: "per_session" as const, amountMinor }
    if (!isOwn) setClassPrice(actor, classId, { ...price, fromDate })
    else {
      const begins = firstDays(actor, theirs)
      if (!begins) return { ok: false, reason: "class-only" }
      for (const [enrollmentId, day] of begins) setOwnPrice(actor, enrollmentId, { ...price, fromDate: day })
    }
    chargeLateLessonsOf(actor, { classId, familyId })
    return { ok: true, lessons: theirs.length, from: first, to: last, fromDate }
  })

/** By enrollment the day of its first such lesson; undefined where one is of a guest, or outside the days of its enrollment. */
function firstDays(actor: Actor, theirs: readonly UnpricedMark[]): Map<string, string> | undefined {
  const byEnrollment = groupBy(theirs, ({ enrollmentId }) => enrollmentId ?? "")
  const found = select({ id: enrollments.id, startsOn: enrollments.startsOn, endsOn: enrollments.endsOn })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        sql`${enrollments.id} in (select value from json_each(${JSON.stringify([...byEnrollment.keys()])}))`,
      ),
    )
    .all()
  const days = found.flatMap(({ id, startsOn, endsOn }): [string, string][] => {
    const day = byEnrollment.get(id)?.[0]?.localDate ?? ""
    return day >= startsOn && (endsOn === null || day <= endsOn) ? [[id, day]] : []
  })
  return days.length === byEnrollment.size ? new Map(days) : undefined
}
