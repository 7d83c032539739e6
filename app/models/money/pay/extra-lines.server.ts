import { expenses } from "db/schema/money-expenses"
import { extraWork } from "db/schema/money-pay"
import { and, between, eq, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { extraRule, type PayLine, paidBackRule } from "./pay"
import type { PayPeriod } from "./pay-period"

// What extra work brings in a period, beside lessons.

/** What a session or extra work earns now. */
export type Earned = Omit<PayLine, "kind"> & {
  kind: "lesson" | "extra"
  teacherId: string
  /** An expense that the teacher paid for the school. */
  isPaidBack?: true
}

/** Extra work of a period, and the one with these ids. */
export function listExtra(
  actor: Actor,
  { from, to }: PayPeriod,
  ids: string[],
  teacherId?: string,
): Earned[] {
  return extraQuery(teacherId === undefined ? "all" : "one")
    .all(actor, { teacherId: teacherId ?? "", from, to, ids: JSON.stringify(ids) })
    .map(({ id, workedOn, description, hourlyMinor, expenseId, ...work }) => ({
      kind: "extra",
      teacherId: work.teacherId,
      sessionId: null,
      extraWorkId: id,
      title: description,
      localDate: workedOn,
      minutes: work.minutes,
      amountMinor: work.amountMinor,
      rule: expenseId
        ? paidBackRule
        : extraRule({ minutes: work.minutes, hourlyMinor }, actor.school.currency),
      ...(expenseId ? { isPaidBack: true as const } : {}),
    }))
}

const extraQuery = queryEach(
  (whose: "all" | "one", p: Params<{ teacherId: string; from: string; to: string; ids: string }>, own) =>
    select({
      id: extraWork.id,
      teacherId: extraWork.teacherId,
      workedOn: extraWork.workedOn,
      description: extraWork.description,
      minutes: extraWork.minutes,
      hourlyMinor: extraWork.hourlyMinor,
      amountMinor: extraWork.amountMinor,
      expenseId: expenses.id,
    })
      .from(extraWork)
      .leftJoin(expenses, joined(expenses.extraWorkId, extraWork.id))
      .where(
        and(
          own(extraWork),
          whose === "one" ? eq(extraWork.teacherId, p.teacherId) : undefined,
          or(between(extraWork.workedOn, p.from, p.to), among(extraWork.id, p.ids)),
          isNull(extraWork.removedAt),
        ),
      ),
)
