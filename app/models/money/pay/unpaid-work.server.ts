import { extraWork, paySlips } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { and, asc, eq, gte, isNull, lt, lte, notExists, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { yearBefore } from "./pay-period"
import type { UnpaidWork } from "./pay-run"

const mostNamed = 20

/**
 * Extra work and expenses of teachers in the year before a period that no payslip of theirs covers, the oldest first: their pay of
 * then wasn't approved, as there may have been no lessons. The first are named, the others counted.
 */
export function listUnpaidWork(actor: Actor, { from }: { from: string }): UnpaidWork {
  const rows = select({
    workId: extraWork.id,
    teacherName: teachers.name,
    description: extraWork.description,
    workedOn: extraWork.workedOn,
    amountMinor: extraWork.amountMinor,
    count: sql<number>`count(*) over ()`,
  })
    .from(extraWork)
    .innerJoin(teachers, joined(teachers, extraWork.teacherId))
    .where(
      and(
        own(actor, extraWork),
        gte(extraWork.workedOn, yearBefore(from)),
        lt(extraWork.workedOn, from),
        isNull(extraWork.removedAt),
        notExists(
          select({ one: sql`1` })
            .from(paySlips)
            .where(
              and(
                own(actor, paySlips),
                eq(paySlips.teacherId, extraWork.teacherId),
                lte(paySlips.periodFrom, extraWork.workedOn),
                gte(paySlips.periodTo, extraWork.workedOn),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(extraWork.workedOn), asc(extraWork.id))
    .limit(mostNamed)
    .all()
  return {
    named: rows.map(({ count: _, ...entry }) => entry),
    others: (rows[0]?.count ?? 0) - rows.length,
  }
}
