import { transact } from "db/client.server"
import { payRates, paySettings, paySlips } from "db/schema/money-pay"
import { eq, max } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findTeacher } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import {
  anyLesson,
  type PastRate,
  type PayRate,
  type RateScope,
  rateText,
  sameRateOn,
  scopeText,
} from "./pay"
import { calculatePay } from "./pay-lines.server"
import type { PayRhythm } from "./pay-period"
import { findPayRhythm, readRates } from "./pay-reads.server"

/** A rate as it is agreed; for any lesson unless it says for which. */
export type NewRate = Pick<PayRate, "kind" | "amountMinor" | "fromDate"> &
  Partial<RateScope & Pick<PayRate, "basisPoints">>

/**
 * Agrees what a teacher is paid from a day on (minor units), maybe one that is over. What a payslip says is not rewritten: a
 * day that one covers, or that lies before one, is refused. Of two that begin on one day the later agreed one counts; the same one
 * sent twice is one.
 */
export function agreePayRate(
  actor: Actor,
  teacherId: string,
  { kind, amountMinor, fromDate, basisPoints = null, ...only }: NewRate,
): Result<void, "no-teacher" | "rewrites-the-past"> {
  return transact(() => {
    if (!findTeacher(actor, teacherId)) return { ok: false, reason: "no-teacher" }
    const { classKind, minutes, studentsFrom } = { ...anyLesson, ...only }
    const scope = { classKind, minutes, studentsFrom }
    const before = sameRateOn(readRates(actor, teacherId), scope, fromDate)
    if (fromDate <= (findPaidTo(actor, teacherId) ?? "")) return { ok: false, reason: "rewrites-the-past" }
    if (before && isSame(before, { kind, amountMinor, basisPoints, fromDate })) return { ok: true }
    add(actor, payRates, { teacherId, kind, amountMinor, basisPoints, ...scope, fromDate })
    recordEvent(actor, "teacher.agree-pay-rate", teacherId, {
      before: before && factsOf(actor, before),
      after: { ...factsOf(actor, { kind, amountMinor, basisPoints, ...scope }), fromDate },
    })
    return { ok: true }
  })
}

const isSame = (rate: PayRate, wish: Pick<PayRate, "kind" | "amountMinor" | "basisPoints" | "fromDate">) =>
  rate.lastDay === null &&
  rate.fromDate === wish.fromDate &&
  rate.kind === wish.kind &&
  rate.amountMinor === wish.amountMinor &&
  rate.basisPoints === wish.basisPoints

/** Ends a rate after a day. A day that a payslip covers, or that is over, is refused. */
export function endPayRate(
  actor: Actor,
  teacherId: string,
  { rateId, lastDay }: { rateId: string; lastDay: string },
): Result<{ text: string }, "no-rate" | "rewrites-the-past"> {
  return transact(() => {
    const rate = readRates(actor, teacherId).find(({ id }) => id === rateId)
    if (!rate || rate.lastDay !== null) return { ok: false, reason: "no-rate" }
    if (lastDay < todayOf(actor) || lastDay < rate.fromDate) return { ok: false, reason: "rewrites-the-past" }
    change(actor, payRates, rateId, { lastDay })
    const facts = factsOf(actor, rate)
    recordEvent(actor, "teacher.end-pay-rate", teacherId, { before: facts, after: { ...facts, lastDay } })
    return { ok: true, text: facts.rate }
  })
}

const factsOf = (actor: Actor, rate: Omit<PayRate, "fromDate" | "lastDay">) => ({
  rate: rateText(rate, actor.school.currency),
  lessons: scopeText(rate),
})

/** The last day that a payslip of a teacher covers; null without one. */
export const findPaidTo = (actor: Actor, teacherId: string): string | null =>
  ownRows(actor, paySlips, { to: max(paySlips.periodTo) })
    .where(eq(paySlips.teacherId, teacherId))
    .get()?.to ?? null

/** Changes how often the school pays. Payslips stay as they are; days they cover aren't paid again. */
export function changePayRhythm(actor: Actor, rhythm: PayRhythm) {
  transact(() => {
    const before = findPayRhythm(actor)
    if (before.rhythm === rhythm.rhythm && before.startsOn === rhythm.startsOn) return
    remove(actor, paySettings, own(actor, paySettings))
    add(actor, paySettings, rhythm)
    recordEvent(actor, "school.change-pay-period", actor.school.id, { before, after: rhythm })
  })
}

/** So many days back the lessons are counted that a rate changes. */
const daysBack = 366

/**
 * What rates from a day that is over change of pay that no payslip has yet: lessons that had another amount. Null where they
 * change none; rates that are refused change none either.
 */
export function previewPastRates(
  actor: Actor,
  teacherId: string,
  rates: readonly [NewRate, ...NewRate[]],
): PastRate | null {
  const day = todayOf(actor)
  const [{ fromDate }] = rates
  if (fromDate >= day) return null
  const period = { from: laterOf(fromDate, addDays(day, -daysBack)), to: day }
  const read = () =>
    (calculatePay(actor, period, teacherId).get(teacherId) ?? []).filter(({ kind }) => kind === "lesson")
  const before = new Map(read().map((line) => [line.sessionId, line.amountMinor]))
  const after = rehearse(() => (rates.every((rate) => agreePayRate(actor, teacherId, rate).ok) ? read() : []))
  const changed = after.flatMap(({ sessionId, amountMinor }) => {
    const was = before.get(sessionId) ?? null
    return was === null || amountMinor === null || was === amountMinor ? [] : [{ was, is: amountMinor }]
  })
  if (changed.length === 0) return null
  return {
    from: period.from,
    lessons: changed.length,
    beforeMinor: changed.reduce((sum, { was }) => sum + was, 0),
    afterMinor: changed.reduce((sum, { is }) => sum + is, 0),
  }
}
