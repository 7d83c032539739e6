import { expenses } from "db/schema/money-expenses"
import { extraWork } from "db/schema/money-pay"
import { and, between, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, ownRows, type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { findCharged } from "./charged.server"
import {
  listChangedOf,
  listChangedSince,
  listOfMonthlyFees,
  listTaught,
  listTaughtById,
  type TaughtSession,
} from "./paid-sessions.server"
import { earnedBy, extraRule, type PayLine, paidBackRule, rateFor, ruleText } from "./pay"
import { type PayPeriod, yearBefore } from "./pay-period"
import {
  type Changed,
  findFirstChange,
  listPaid,
  listSlips,
  type Paid,
  readRates,
  type Slip,
} from "./pay-reads.server"

// What extra work brings in a period, beside lessons.

/** What a session or extra work earns now. */
type Earned = Omit<PayLine, "kind"> & {
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

// Corrections of a teacher who had nothing to be paid for a while, as in the summer: no payslip follows their newest one, so
// the first period with pay takes what changed since.

/** The newest payslip of each teacher. */
const newestOf = (slips: ReadonlyMap<string, Slip[]>): Map<string, Slip> =>
  new Map([...slips].map(([teacherId, those]) => [teacherId, lastOf(those)]))

const lastOf = (those: readonly Slip[]): Slip =>
  those.reduce((last, slip) => (slip.periodTo > last.periodTo ? slip : last))

/** All of it, each once. */
const joinChanged = (all: readonly Changed[]): Changed => ({
  sessionIds: [...new Set(all.flatMap(({ sessionIds }) => sessionIds))],
  workIds: [...new Set(all.flatMap(({ workIds }) => workIds))],
})

/**
 * What changed of the teachers for whom this is the first period with pay since their newest payslip, with a period between, by
 * teacher. Payslips that are more than a year older are left out.
 */
function listChangedBefore(
  actor: Actor,
  newest: ReadonlyMap<string, Slip>,
  { from }: PayPeriod,
): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const [teacherId, slip] of newest) {
    const { periodTo } = slip
    if (periodTo < yearBefore(from) || periodTo >= addDays(from, -1)) continue
    const changed = changedOf(actor, slip)
    if (changed.sessionIds.length + changed.workIds.length === 0) continue
    const gap = { from: addDays(periodTo, 1), to: addDays(from, -1) }
    if (!hasPay(actor, teacherId, gap)) found.set(teacherId, changed)
  }
  return found
}

type Skipped = {
  slips: ReadonlyMap<string, Slip[]>
  period: PayPeriod
  /** The lessons and the work of the period that no payslip covers. */
  paidHere: readonly { teacherId: string }[]
}

/**
 * What changed of the teachers who have pay in this period while a later one has their payslip already: it was approved first, or
 * this one was opened again. Since their payslip before; what the later one has corrected by now comes to no difference.
 */
function listSkipped(actor: Actor, { slips, period, paidHere }: Skipped): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const teacherId of new Set(paidHere.map((each) => each.teacherId))) {
    const those = slips.get(teacherId) ?? []
    const before = those.filter(({ periodTo }) => periodTo < period.from)
    const hasLater = those.some(({ periodTo }) => periodTo > period.to)
    if (hasLater && before.length > 0) found.set(teacherId, changedOf(actor, lastOf(before)))
  }
  return found
}

/** What changed of a teacher since a payslip. */
const changedOf = (actor: Actor, { teacherId, createdAt }: Slip): Changed => ({
  sessionIds: listChangedOf(actor, createdAt, teacherId),
  workIds: listWork(actor, teacherId, changedSince(createdAt)),
})

const hasPay = (actor: Actor, teacherId: string, { from, to }: PayPeriod): boolean =>
  listTaught(actor, { from, to, teacherId }).length > 0 ||
  listWork(actor, teacherId, and(between(extraWork.workedOn, from, to), isNull(extraWork.removedAt))).length >
    0

const changedSince = (since: number) => or(gte(extraWork.createdAt, since), gte(extraWork.removedAt, since))

const listWork = (actor: Actor, teacherId: string, which: ReturnType<typeof and>): string[] =>
  idsOf(actor, extraWork, and(eq(extraWork.teacherId, teacherId), which))

// What each teacher is paid for a period, line by line. A session is paid once: what a payslip has said of it stays, and
// a later change of its attendance is a correction in the period after the newest payslip. So the payslips of a teacher
// always add up to what attendance, charges and extra work say now.

const keyOf = ({
  teacherId,
  sessionId,
  extraWorkId,
}: Pick<Paid, "teacherId" | "sessionId" | "extraWorkId">) => `${teacherId} ${sessionId ?? extraWorkId}`

/**
 * The lines of a period by teacher, as approving it would put them on payslips; of one teacher, or of all. A teacher who
 * has a payslip for exactly this period is answered as if they had none.
 */
export function calculatePay(actor: Actor, period: PayPeriod, teacherId?: string): Map<string, PayLine[]> {
  const slips = groupBy(
    listSlips(actor, teacherId).filter(
      ({ periodFrom, periodTo }) => periodFrom !== period.from || periodTo !== period.to,
    ),
    (slip) => slip.teacherId,
  )
  const isCovered = ({ teacherId: id, localDate }: { teacherId: string; localDate: string }) =>
    slips.get(id)?.some(({ periodFrom, periodTo }) => periodFrom <= localDate && localDate <= periodTo) ??
    false
  const newest = newestOf(slips)
  const taught = listTaught(actor, { ...period, teacherId })
  const paidHere = [...taught, ...listExtra(actor, period, [], teacherId)].filter((each) => !isCovered(each))
  const late = new Map([
    ...listChangedBefore(actor, newest, period),
    ...listSkipped(actor, { slips, period, paidHere }),
  ])
  const next = takingCorrections(newest, period)
  const correcting = new Set([...next, ...late.keys()])
  const changed = joinChanged([
    ...(next.length > 0 ? [listChanged(actor, period, teacherId)] : []),
    ...late.values(),
  ])
  const known = new Set(taught.map(({ sessionId }) => sessionId))
  const later = listTaughtById(
    actor,
    changed.sessionIds.filter((id) => !known.has(id)),
  )
  const earned = [
    ...earningsOf(actor, [...taught, ...later], teacherId),
    ...listExtra(actor, period, changed.workIds, teacherId),
  ]
  const fresh = earned.filter(
    (each) => each.localDate >= period.from && each.localDate <= period.to && !isCovered(each),
  )
  const standing = new Map(earned.filter(isCovered).map((each) => [keyOf(each), each]))
  const paid = new Map(listPaid(actor, changed, period).map((each) => [keyOf(each), each]))
  const touched = new Set([...changed.sessionIds, ...changed.workIds])
  const corrections = [...new Set([...standing.keys(), ...paid.keys()])].flatMap((key) => {
    const [is, was] = [standing.get(key), paid.get(key)]
    const about = is ?? was
    if (
      !about ||
      !correcting.has(about.teacherId) ||
      !touched.has(about.sessionId ?? about.extraWorkId ?? "")
    )
      return []
    return correctionOf(actor, about, is, was?.paidMinor ?? 0)
  })
  const lines = [...fresh, ...corrections].sort((a, b) => (a.localDate < b.localDate ? -1 : 1))
  return groupBy(lines, (line) => line.teacherId)
}

/** The teachers whose corrections this period takes: it is the first one after their newest payslip. */
const takingCorrections = (newest: ReadonlyMap<string, Slip>, period: PayPeriod): string[] =>
  [...newest].flatMap(([teacherId, { periodTo }]) =>
    period.to > periodTo && period.from <= addDays(periodTo, 1) ? [teacherId] : [],
  )

/** How many months back a lesson's part of a monthly fee is compared with what a payslip said of it. */
const monthsOfFees = 3

/** What may come to another amount than a payslip says: the same for one teacher as in the run of all. */
function listChanged(actor: Actor, period: PayPeriod, teacherId?: string): Changed {
  const first = findFirstChange(actor, period)
  if (first === null) return { sessionIds: [], workIds: [] }
  const works = ownRows(actor, extraWork, ["id"])
    .where(
      and(
        teacherId === undefined ? undefined : eq(extraWork.teacherId, teacherId),
        or(gte(extraWork.createdAt, first), gte(extraWork.removedAt, first)),
      ),
    )
    .all()
  const byPercent = readRates(actor).filter((rate) => rate.kind === "percent")
  const sessionIds = new Set([
    ...(teacherId === undefined ? listChangedSince(actor, first) : listChangedOf(actor, first, teacherId)),
    ...listOfMonthlyFees(actor, {
      paid: [...new Set(byPercent.map((rate) => rate.teacherId))],
      since: addMonths(`${monthOf(period.from)}-01`, -monthsOfFees),
      teacherId,
    }),
  ])
  return { sessionIds: [...sessionIds], workIds: works.map(({ id }) => id) }
}

/** A session or work that a payslip covers and that comes to another amount now. */
function correctionOf(
  actor: Actor,
  about: Pick<Earned, "teacherId" | "sessionId" | "extraWorkId" | "title" | "localDate" | "minutes">,
  is: Earned | undefined,
  paidMinor: number,
): (PayLine & { teacherId: string })[] {
  const { teacherId, sessionId, extraWorkId, title, localDate, minutes } = about
  const amountMinor = is?.amountMinor ?? 0
  if (amountMinor === paidMinor) return []
  const { currency } = actor.school
  const why = `${formatMoney(amountMinor, currency)} instead of ${formatMoney(paidMinor, currency)}`
  return [
    {
      kind: "correction",
      teacherId,
      sessionId,
      extraWorkId,
      localDate,
      minutes,
      title: `Correction: ${title}`,
      amountMinor: amountMinor - paidMinor,
      rule: is ? `${why} · ${is.rule}` : `${why} · Removed`,
    },
  ]
}

function earningsOf(actor: Actor, taught: readonly TaughtSession[], teacherId?: string): Earned[] {
  const rates = groupBy(readRates(actor, teacherId), (rate) => rate.teacherId)
  const rated = taught.map((session) => ({
    session,
    rate: rateFor(rates.get(session.teacherId) ?? [], session),
  }))
  const byCharges = rated.flatMap(({ session, rate }) =>
    rate?.kind === "percent" ? [session.sessionId] : [],
  )
  const charged = byCharges.length > 0 ? findCharged(actor, byCharges) : new Map<string, number>()
  return rated.map(({ session, rate }) => {
    const { sessionId, title, localDate, minutes } = session
    const facts = { ...session, chargedMinor: charged.get(sessionId) ?? 0 }
    return {
      kind: "lesson",
      teacherId: session.teacherId,
      sessionId,
      title,
      localDate,
      minutes,
      extraWorkId: null,
      amountMinor: rate ? earnedBy(rate, facts) : session.paidPercent === 0 ? 0 : null,
      rule: ruleText(rate, facts, actor.school.currency),
    }
  })
}

/**
 * What all teachers earned between two days by what attendance says now, whatever payslips say of it. Expenses that they are
 * paid back are the school's.
 */
export const listEarnedByAll = (actor: Actor, period: PayPeriod): Earned[] => [
  ...earningsOf(actor, listTaught(actor, period)),
  ...listExtra(actor, period, []).filter(({ isPaidBack }) => !isPaidBack),
]

/** What a teacher earned between two days by what attendance says now, whatever payslips say of it. */
export function listEarned(actor: Actor, teacherId: string, period: PayPeriod): PayLine[] {
  const earned = [
    ...earningsOf(actor, listTaught(actor, { ...period, teacherId }), teacherId),
    ...listExtra(actor, period, [], teacherId),
  ]
  return earned.sort((a, b) => (a.localDate < b.localDate ? -1 : 1))
}
