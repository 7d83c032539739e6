import { payRates, paySettings, paySlipLines, paySlips } from "db/schema/money-pay"
import { and, asc, eq, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, type Params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import type { PayLine } from "./pay"
import type { PayPeriod, PayRhythm } from "./pay-period"

// What pay is calculated from beside attendance: rates, the school's pay period, and what payslips have said already.

const rateColumns = {
  ...columns(payRates, "id", "teacherId", "kind", "amountMinor", "basisPoints"),
  ...columns(payRates, "classKind", "minutes", "studentsFrom", "fromDate", "lastDay"),
}

/** What one teacher, or each, is paid from which day on, oldest first. */
export const readRates = (actor: Actor, teacherId?: string) =>
  ratesQuery(teacherId === undefined ? "all" : "one").all(actor, { teacherId: teacherId ?? "" })

const ratesQuery = queryEach((whose: "all" | "one", p: Params<{ teacherId: string }>, own) =>
  select(rateColumns)
    .from(payRates)
    .where(and(own(payRates), whose === "one" ? eq(payRates.teacherId, p.teacherId) : undefined))
    .orderBy(asc(payRates.fromDate), asc(payRates.id)),
)

/** How often the school pays: by the month unless it chose otherwise. */
export function findPayRhythm(actor: Actor): PayRhythm {
  const chosen = rhythmQuery.get(actor)
  const { first } = monthBounds(monthOf(todayOf(actor)))
  return chosen ?? { rhythm: "month", startsOn: first }
}

const rhythmQuery = query((_, own) =>
  select({ rhythm: paySettings.rhythm, startsOn: paySettings.startsOn })
    .from(paySettings)
    .where(own(paySettings)),
)

export type Slip = { teacherId: string; periodFrom: string; periodTo: string; createdAt: number }

/** What payslips have said of a session or extra work so far. */
export type Paid = Pick<PayLine, "sessionId" | "extraWorkId" | "minutes"> & {
  teacherId: string
  title: string
  localDate: string
  paidMinor: number
}

/** Sessions and extra work by id. */
export type Changed = { sessionIds: string[]; workIds: string[] }

export const listSlips = (actor: Actor, teacherId?: string): Slip[] =>
  slipsQuery(teacherId === undefined ? "all" : "one").all(actor, { teacherId: teacherId ?? "" })

const slipsQuery = queryEach((whose: "all" | "one", p: Params<{ teacherId: string }>, own) =>
  select(columns(paySlips, "teacherId", "periodFrom", "periodTo", "createdAt"))
    .from(paySlips)
    .where(and(own(paySlips), whose === "one" ? eq(paySlips.teacherId, p.teacherId) : undefined)),
)

/**
 * Since when (UTC ms) changes are corrected in a period: since the first of the payslips that it comes right after, whoever
 * it is of, so that the pay of one teacher is the same by itself and in the run of all. Null where it comes after none.
 */
export const findFirstChange = (actor: Actor, { from, to }: PayPeriod): number | null =>
  askOne<{ at: number | null }>(sql`
    select min(p.created_at) as at from pay_slips p
    where p.school_id = ${actor.school.id} and p.period_to >= ${addDays(from, -1)} and p.period_to < ${to}
      and not exists (select 1 from pay_slips n
        where n.school_id = p.school_id and n.teacher_id = p.teacher_id and n.period_to > p.period_to
          and (n.period_from <> ${from} or n.period_to <> ${to}))`)?.at ?? null

/** What payslips of other periods say of these sessions and this work. */
export function listPaid(actor: Actor, { sessionIds, workIds }: Changed, { from, to }: PayPeriod): Paid[] {
  if (sessionIds.length + workIds.length === 0) return []
  return select({
    ...columns(paySlipLines, "teacherId", "sessionId", "extraWorkId"),
    minutes: sql<number | null>`max(${paySlipLines.minutes})`,
    localDate: sql<string>`max(${paySlipLines.occurredOn})`,
    title: sql<string>`max(case when ${paySlipLines.kind} = 'correction' then '' else ${paySlipLines.description} end)`,
    paidMinor: sql<number>`sum(${paySlipLines.amountMinor})`,
  })
    .from(paySlipLines)
    .innerJoin(paySlips, joined(paySlips, paySlipLines.slipId))
    .where(
      and(
        own(actor, paySlipLines),
        sql`(${paySlips.periodFrom} <> ${from} or ${paySlips.periodTo} <> ${to})`,
        or(among(paySlipLines.sessionId, sessionIds), among(paySlipLines.extraWorkId, workIds)),
      ),
    )
    .groupBy(paySlipLines.teacherId, paySlipLines.sessionId, paySlipLines.extraWorkId)
    .all()
    .map((each) => ({ ...each, title: each.title || "a lesson that was moved" }))
}
