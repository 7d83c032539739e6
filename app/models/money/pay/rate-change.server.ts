import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { payRates } from "db/schema/money-pay"
import { and, between, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import type { Rise } from "~/models/teaching/price/price-rise"
import type { RateChangeRefusal } from "~/texts/money/pay-rates"
import { now } from "~/utils/clock.server"
import { digestOf } from "~/utils/digest.server"
import { groupBy } from "~/utils/group-by"
import { nextTurn } from "~/utils/in-turns"
import type { Result } from "~/utils/result"
import {
  anyLesson,
  type PayRate,
  type RateScope,
  rateText,
  sameRateOn,
  scopedRateText,
  scopeText,
} from "./pay"
import { agreePayRate, findPaidTo, type NewRate, previewPastRates } from "./pay-rates.server"
import { listSlips, readRates } from "./pay-reads.server"
import { mostPoints, type PlannedRates, type RateChange, type RateExclusion, raisedRate } from "./rate-change"

// What several teachers are paid, changed from a day on in one act. A teacher whom a payslip has paid for that day, or whose
// rate changes later anyway, is left out with the reason.

type Wished = {
  teacherId: string
  name: string
  rates: [NewRate, ...NewRate[]]
  texts: PlannedRates["changes"][number]["rates"]
  stays: string[]
}
type Wish = { change: RateChange; teacherIds: readonly string[] }

/** What would change for each of the teachers, and who is left out, without changing anything. */
export async function planRates(actor: Actor, wish: Wish): Promise<PlannedRates> {
  const { wished, excluded } = readWish(actor, wish)
  const changes: PlannedRates["changes"] = []
  for (const { teacherId, name, rates, texts, stays } of wished) {
    changes.push({ teacherId, name, rates: texts, stays, past: previewPastRates(actor, teacherId, rates) })
    await nextTurn()
  }
  return { sign: digestOf([wish.change.fromDate, changes]), changes, excluded }
}

/**
 * Makes the rates of a plan, if they are still what it names; answers between which instants (UTC ms), to undo them. Sent again by
 * the same member within a minute, it answers as it did.
 */
export function changeRates(
  actor: Actor,
  wish: Wish,
  plan: PlannedRates,
): Result<{ teachers: number; since: number; until: number }, RateChangeRefusal> {
  return transact(() => {
    const { wished } = readWish(actor, wish)
    if (wished.length === 0) return findJustMade(actor, wish) ?? { ok: false, reason: "nothing-to-change" }
    const named = (each: { teacherId: string; texts: Wished["texts"] }[]) => JSON.stringify(each)
    const isSame =
      named(wished.map(({ teacherId, texts }) => ({ teacherId, texts }))) ===
      named(plan.changes.map(({ teacherId, rates }) => ({ teacherId, texts: rates })))
    if (!isSame) return { ok: false, reason: "not-previewed" }
    const since = now()
    for (const { teacherId, rates } of wished)
      for (const rate of rates) {
        const agreed = agreePayRate(actor, teacherId, rate)
        if (!agreed.ok) throw new Error(`A planned rate was refused: ${agreed.reason}`)
      }
    return { ok: true, teachers: wished.length, since, until: now() }
  })
}

const repeatedMs = 60_000

/** The same change as this member made it within the last minute. */
function findJustMade(actor: Actor, { change: { fromDate }, teacherIds }: Wish) {
  const isRecent = between(events.createdAt, now() - repeatedMs, now())
  const agreed = new Set(
    ownRows(actor, events, { teacherId: events.nounId })
      .where(and(eq(events.memberId, actor.memberId ?? ""), isRecent, eq(events.verb, "agree-pay-rate")))
      .all()
      .map(({ teacherId }) => teacherId),
  )
  const made = ownRows(actor, payRates, ["teacherId", "createdAt"])
    .where(and(eq(payRates.fromDate, fromDate), between(payRates.createdAt, now() - repeatedMs, now())))
    .all()
    .filter(({ teacherId }) => agreed.has(teacherId) && teacherIds.includes(teacherId))
  if (made.length === 0) return undefined
  const instants = made.map(({ createdAt }) => createdAt)
  return {
    ok: true as const,
    teachers: new Set(made.map(({ teacherId }) => teacherId)).size,
    since: Math.min(...instants),
    until: Math.max(...instants),
  }
}

/**
 * Removes the rates that were made between two instants (UTC ms). Those that a payslip has paid with stay, and those that have been
 * ended since.
 */
export function undoRates(
  actor: Actor,
  { fromDate, since, until }: { fromDate: string; since: number; until: number },
): { undone: number; kept: number; ended: number } {
  return transact(() => {
    const made = ownRows(actor, payRates, ["id", "teacherId", "lastDay"])
      .where(and(eq(payRates.fromDate, fromDate), between(payRates.createdAt, since, until)))
      .all()
    const byTeacher = [...groupBy(made, ({ teacherId }) => teacherId)]
    const unpaid = byTeacher.filter(([teacherId]) => (findPaidTo(actor, teacherId) ?? "") < fromDate)
    const free = unpaid.filter(([, rows]) => rows.every(({ lastDay }) => lastDay === null))
    for (const [teacherId, rows] of free) {
      for (const { id } of rows) remove(actor, payRates, id)
      recordEvent(actor, "teacher.undo-pay-rate", teacherId, { after: { fromDate } })
    }
    return { undone: free.length, kept: byTeacher.length - unpaid.length, ended: unpaid.length - free.length }
  })
}

function readWish(
  actor: Actor,
  { change, teacherIds }: Wish,
): { wished: Wished[]; excluded: PlannedRates["excluded"] } {
  const chosen = new Set(teacherIds)
  const ratesOf = groupBy(readRates(actor), ({ teacherId }) => teacherId)
  const slips = groupBy(listSlips(actor), ({ teacherId }) => teacherId)
  const wished: Wished[] = []
  const excluded: PlannedRates["excluded"] = []
  for (const { id: teacherId, name } of listTeachers(actor).filter(({ id }) => chosen.has(id))) {
    const isPaid = slips.get(teacherId)?.some(({ periodTo }) => change.fromDate <= periodTo)
    const found = isPaid ? "paid" : ratesFor(ratesOf.get(teacherId) ?? [], change)
    if (typeof found === "string") excluded.push({ teacherId, name, reason: found })
    else {
      const [first, ...others] = found
      const scopes = found.map(({ after }) => ({ ...anyLesson, ...after }))
      if (first)
        wished.push({
          teacherId,
          name,
          rates: [first.after, ...others.map(({ after }) => after)],
          stays: (ratesOf.get(teacherId) ?? [])
            .filter((rate, _, all) => sameRateOn(all, rate, change.fromDate) === rate)
            .filter((rate) => !scopes.some((scope) => isSameScope(scope, rate)))
            .map((rate) => scopedRateText(rate, actor.school.currency)),
          texts: found.map(({ before, after }) => ({
            lessons: scopeText({ ...anyLesson, ...after }),
            before: before ? rateText(before, actor.school.currency) : null,
            after: rateText({ basisPoints: null, ...after }, actor.school.currency),
          })),
        })
    }
  }
  return { wished, excluded }
}

type Changed = { before: PayRate | undefined; after: NewRate }

/** The rates of a teacher that change, at least one, or why none does. */
function ratesFor(rates: readonly PayRate[], change: RateChange): Changed[] | RateExclusion {
  const { fromDate, by, classKind, minutes, studentsFrom } = change
  if (by.change === "set") {
    const { change: _, ...figures } = by
    const after = { ...figures, classKind, minutes, studentsFrom, fromDate }
    const before = sameRateOn(rates, after, fromDate)
    if (rates.some((rate) => rate.fromDate > fromDate && isSameScope(rate, after))) return "later"
    return before && before.lastDay === null && isSameFigure(before, after) ? "same" : [{ before, after }]
  }
  const onDay = rates.filter((rate) => sameRateOn(rates, rate, fromDate) === rate)
  if (onDay.length === 0) return "no-rate"
  const meant = onDay.filter(
    (rate) =>
      (by.kind === null || rate.kind === by.kind) &&
      (classKind === null || rate.classKind === classKind) &&
      (minutes === null || rate.minutes === minutes) &&
      (studentsFrom === null || rate.studentsFrom === studentsFrom),
  )
  if (meant.length === 0) return "other"
  const present = meant.filter(({ lastDay }) => lastDay === null)
  if (present.length === 0) return "ends"
  // One that begins that day was made by this very change, if it was sent twice.
  const free = present.filter(
    (scope) => !rates.some((rate) => rate.fromDate >= fromDate && isSameScope(rate, scope)),
  )
  if (free.length === 0) return "later"
  const changed = free.flatMap((before) => {
    const figures = raisedRate(before, by)
    const { classKind: kind, minutes: length, studentsFrom: from } = before
    if (!figures || isSameFigure(before, figures)) return []
    return [{ before, after: { ...figures, classKind: kind, minutes: length, studentsFrom: from, fromDate } }]
  })
  return changed.length > 0 ? changed : whyUnraised(free, by)
}

function whyUnraised(rates: readonly PayRate[], { rate }: Rise): RateExclusion {
  const areShares = rates.every(({ kind }) => kind === "percent")
  if (areShares && rate === null) return "percent"
  return areShares && rates.every(({ basisPoints }) => basisPoints === mostPoints) ? "full" : "too-small"
}

const isSameScope = (one: RateScope, other: RateScope) =>
  one.classKind === other.classKind &&
  one.minutes === other.minutes &&
  one.studentsFrom === other.studentsFrom

type Figure = Pick<PayRate, "kind" | "amountMinor" | "basisPoints">
const isSameFigure = (one: Figure, other: Figure) =>
  one.kind === other.kind && one.amountMinor === other.amountMinor && one.basisPoints === other.basisPoints
