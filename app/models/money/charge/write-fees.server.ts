import { charges } from "db/schema/money"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { formatDate } from "~/utils/date-text"
import { monthBounds } from "~/utils/dates"
import { monthDescription } from "./charge"
import { writeDiscountsOf } from "./charge-discounts.server"
import type { DueEnrollment } from "./due-enrollments.server"
import type { MonthFee } from "./month-fee.server"

/** Few enough rows that one statement stays under SQLite's limit of parameters. */
const atOnce = 500

/** Charges a month's fees, each with how it was worked out; one that comes to nothing isn't. Answers how many. */
export function writeFees(
  actor: Actor,
  month: string,
  all: readonly { enrollment: DueEnrollment; fee: MonthFee | null }[],
): number {
  const { first } = monthBounds(month)
  const made = all.flatMap(({ enrollment, fee }) =>
    fee && fee.due.amountMinor !== 0 ? [{ enrollment, fee, row: newRow(actor) }] : [],
  )
  for (let start = 0; start < made.length; start += atOnce) {
    const some = made.slice(start, start + atOnce)
    addAll(
      actor,
      charges,
      some.map(({ enrollment, fee, row }) => {
        const { discounts: _, ...amount } = fee.due
        return {
          ...row,
          familyId: enrollment.familyId,
          studentId: enrollment.studentId,
          source: "flat" as const,
          enrollmentId: enrollment.enrollmentId,
          month,
          description: monthDescription(enrollment, enrollment.className, formatDate(first, "month")),
          reason: fee.reason,
          occurredOn: fee.day,
          dueOn: fee.dueOn,
          feeRule: JSON.stringify({ ...fee.rule, feeMinor: fee.feeMinor, share: fee.share }),
          ...amount,
        }
      }),
    )
    writeDiscountsOf(
      actor,
      some.map(({ fee, row }) => ({ chargeId: row.id, taken: fee.due.discounts })),
    )
  }
  return made.length
}
