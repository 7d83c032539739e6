import { cacheUntilWrite } from "db/cache-until-write.server"
import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { findChargedOfSeats } from "~/models/money/pay/charged.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { instantOf, today } from "~/utils/zones"
import type { MonthSpan } from "../dashboard/trends.server"
import { type Narrowing, none } from "./analytics-period"
import { type AnalyticsQuery, daysOf, type FigureRowsQuery, periodOf } from "./analytics-query.server"
import { listAtRisk } from "./at-risk-students.server"
import { listCancellations, sumCancellations } from "./cancellations.server"
import {
  type AnalyticsTab,
  type Card,
  type CardKey,
  type CardPlan,
  cardKeys,
  cardOf,
  cardPlans,
  columnsFor,
  type Sees,
  type ShownCard,
  shownCard,
} from "./cards"
import { type Counted, isOf, rowsOf } from "./counted"
import { listBills, listForecast, listKnown, listPlannedLessons } from "./forecast.server"
import { listGiven, listLessons } from "./given-lessons.server"
import { listCohorts, listLearning, listMovers } from "./growth.server"
import { type FigurePage, listMargin, pageOfMargin, sumMargin } from "./margin.server"
import { hasPart, listMoneyParts, listOutstandingParts } from "./money-figures.server"
import { addUp, sumMoneyParts, sumOutstanding } from "./money-sums.server"
import { listAttendance, listRetained, narrowedTo } from "./narrow.server"
import { listUtilization, sumUtilization } from "./utilization.server"

// How full the groups and ensembles are that haven't ended, and who has their spots.

/**
 * A month that is over, in the columns of the forecast: the lessons it had, and what was charged for it. A fee or a lesson
 * belongs to its class's teacher, as in the forecast, and a correction to what it corrects.
 */
function listChargedMonth(actor: Actor, span: MonthSpan, narrowing: Narrowing, sees: Sees): Counted[] {
  const charged = sees.money ? [...listCharged(actor, span), ...listInstallments(actor, span)] : []
  return [...listPlannedLessons(actor, span, "Given"), ...charged].filter((row) => isOf(row, narrowing))
}

type Source = "seat" | "flat" | "hire" | "item"

type Charged = {
  source: Source
  studentId: string | null
  name: string | null
  familyId: string
  familyName: string
  on: string
  description: string
  isOfClass: number
  isOfHire: number
  className: string | null
  teacherId: string | null
  teacherName: string | null
  instrument: string | null
  amountMinor: number
}

/** The charges of the month by family, whose index has their days. An installment of a class price is an item of its class. */
const listCharged = (actor: Actor, { first, last }: MonthSpan): Counted[] =>
  askAll<Charged>(sql`
      select c.source, p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name,
        f.id as familyId, f.name as familyName, c.occurred_on as "on", c.description,
        c.enrollment_id is not null as isOfClass, c.hire_id is not null as isOfHire,
        k.name as className, t.id as teacherId, t.name as teacherName, k.instrument,
        c.amount_minor + coalesce((select sum(r.amount_minor) from charges r where r.school_id = c.school_id
          and r.corrects_charge_id = c.id and r.source = 'correction' and r.withdrawn_at is null), 0) as amountMinor
      from families f
      cross join charges c on c.school_id = f.school_id and c.family_id = f.id
        and c.occurred_on between ${first} and ${last}
        and c.source in ('seat', 'flat', 'hire', 'item') and c.withdrawn_at is null
      left join students p on p.school_id = c.school_id and p.id = c.student_id
      left join enrollments e on e.school_id = c.school_id and e.id = c.enrollment_id
      left join seats s on s.school_id = c.school_id and s.id = c.seat_id
      left join sessions x on x.school_id = s.school_id and x.id = s.session_id
      left join classes k on k.school_id = c.school_id and k.id = coalesce(x.class_id, e.class_id)
      left join teachers t on t.school_id = k.school_id and t.id = k.teacher_id
      where f.school_id = ${actor.school.id}
      order by c.occurred_on, c.id`).map(
    (row): Counted => ({
      of: [metricOf(row)],
      page: row.studentId ? { noun: "student", id: row.studentId } : { noun: "family", id: row.familyId },
      name: row.name ?? row.familyName,
      on: row.on,
      detail: row.description,
      teacher: row.teacherId ? { id: row.teacherId, name: row.teacherName ?? "" } : null,
      instrument: row.instrument,
      minutes: null,
      amountMinor: row.amountMinor,
    }),
  )

function metricOf({ source, isOfClass, isOfHire }: Charged): MetricKey {
  if (source === "seat") return "lessons-expected"
  if (source === "hire" || isOfHire) return "hire-expected"
  return source === "flat" || isOfClass ? "fees-expected" : "items-expected"
}

/** What became due of invoices that are paid in installments. */
const listInstallments = (actor: Actor, { first, last }: MonthSpan): Counted[] =>
  askAll<{
    invoiceId: string
    number: string
    name: string
    on: string
    position: number
    amountMinor: number
  }>(
    sql`
      select n.invoice_id as invoiceId, i.number, f.name, n.due_on as "on", n.position, n.amount_minor as amountMinor
      from installments n
      cross join invoices i on i.school_id = n.school_id and i.id = n.invoice_id and i.state = 'issued'
      cross join families f on f.school_id = i.school_id and f.id = i.family_id
      where n.school_id = ${actor.school.id} and n.due_on between ${first} and ${last} and n.ended_at is null
      order by n.due_on, n.invoice_id, n.position`,
  ).map(({ invoiceId, number, name, on, position, amountMinor }) => ({
    of: ["installments-expected"],
    page: { noun: "invoice", id: invoiceId },
    name,
    on,
    detail: `Invoice ${number}, installment ${position}`,
    ...{ teacher: null, instrument: null, minutes: null, amountMinor },
  }))

export type FillRow = {
  classId: string
  name: string
  enrolled: number
  capacity: number
  /** on the day compared with */
  enrolledBefore: number
}

const keepRates = cacheUntilWrite<readonly FillRow[]>(50)

/** Groups and ensembles with how many spots are taken today and were on an earlier day, emptiest first. */
export function fillRates(actor: Actor, dayBefore: string, { teacher, instrument }: Narrowing): FillRow[] {
  const day = todayOf(actor)
  const key = [actor.school.id, day, dayBefore, teacher, instrument] as const
  return [...keepRates(key, () => readRates(actor, day, dayBefore, { teacher, instrument }))]
}

function readRates(actor: Actor, day: string, dayBefore: string, narrowing: Narrowing): FillRow[] {
  const takenOn = (on: string) => sql`(select count(*) from enrollments e
    where e.school_id = c.school_id and e.class_id = c.id
      and e.starts_on <= ${on} and (e.ends_on is null or e.ends_on >= ${on}))`
  return askAll<FillRow>(sql`
    select c.id as classId, c.name, c.capacity, ${takenOn(day)} as enrolled, ${takenOn(dayBefore)} as enrolledBefore
    from classes c where ${isGroup(actor, day, narrowing)}
    order by 1.0 * enrolled / c.capacity, c.name`)
}

/** The students who have these spots on a day, each under its class. */
const listSpots = (actor: Actor, on: string, narrowing: Narrowing): Counted[] =>
  askAll<SpotRow>(sql`
      select c.id as classId, c.name as className, c.instrument, t.id as teacherId, t.name as teacherName,
        p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, e.starts_on as startsOn
      from classes c
      cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
        and e.starts_on <= ${on} and (e.ends_on is null or e.ends_on >= ${on})
      cross join students p on p.school_id = e.school_id and p.id = e.student_id
      left join teachers t on t.school_id = c.school_id and t.id = c.teacher_id
      where ${isGroup(actor, todayOf(actor), narrowing)}
      order by c.name collate nocase, c.id, p.last_name collate nocase, p.id`).map(
    ({ classId, className, instrument, teacherId, teacherName, studentId, name, startsOn }) => ({
      of: ["group-spots"],
      page: { noun: "student", id: studentId },
      name,
      on: startsOn,
      detail: `${className}, since the date shown`,
      teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
      instrument,
      minutes: null,
      amountMinor: null,
      part: classId,
    }),
  )

type SpotRow = {
  classId: string
  className: string
  instrument: string | null
  teacherId: string | null
  teacherName: string | null
  studentId: string
  name: string
  startsOn: string
}

const isGroup = (actor: Actor, day: string, narrowing: Narrowing) => sql`c.school_id = ${actor.school.id}
  and c.capacity > 1 and (c.ended_on is null or c.ended_on >= ${day})
  ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })}`

// The figures of next month, and of the month they are compared with, by teacher and instrument.

/** A month to come by its lessons and what they are expected to bring, one that is over by what it had. */
function sumForecast(actor: Actor, month: MonthSpan, narrowing: Narrowing, sees: Sees): Counted[] {
  const isOver = month.last < todayOf(actor)
  const money = () =>
    isOver
      ? [...sumCharged(actor, month), ...listInstallments(actor, month)]
      : [...sumBills(actor, month), ...listKnown(actor, month)]
  return [...sumPlanned(actor, month), ...(sees.money ? money() : [])].filter((row) => isOf(row, narrowing))
}

/** How many months are kept. */
const monthsKept = 200

const keepPlanned = cacheUntilWrite<readonly Counted[]>(monthsKept)
const keepCharged = cacheUntilWrite<readonly Counted[]>(monthsKept)
const keepBills = cacheUntilWrite<readonly Counted[]>(monthsKept)

const sumPlanned = (actor: Actor, { first, last }: MonthSpan): readonly Counted[] =>
  keepPlanned([actor.school.id, first, last], () => readPlanned(actor, { first, last }))

function readPlanned(actor: Actor, { first, last }: MonthSpan): Counted[] {
  const rows = askAll<{
    teacherId: string | null
    teacherName: string | null
    instrument: string | null
    lessons: number
    minutes: number
  }>(sql`
    with lesson as materialized (
      select x.class_id, x.teacher_id, count(*) as lessons, sum(x.minutes) as minutes
      from sessions x
      where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last} and x.state = 'planned'
      group by x.class_id, x.teacher_id
    )
    select lesson.teacher_id as teacherId, t.name as teacherName, c.instrument, sum(lesson.lessons) as lessons,
      sum(lesson.minutes) as minutes
    from lesson
    cross join classes c on c.school_id = ${actor.school.id} and c.id = lesson.class_id
    left join teachers t on t.school_id = ${actor.school.id} and t.id = lesson.teacher_id
    group by lesson.teacher_id, c.instrument`)
  return rows.map(({ teacherId, teacherName, instrument, lessons, minutes }) => ({
    of: ["lessons-planned", "hours-planned"],
    page: { noun: "teacher", id: teacherId ?? none },
    ...{ name: "", on: null, detail: "", minutes, amountMinor: null, count: lessons },
    teacher: teacherId ? { id: teacherId, name: teacherName ?? "" } : null,
    instrument,
  }))
}

const sumCharged = (actor: Actor, { first, last }: MonthSpan): readonly Counted[] =>
  keepCharged([actor.school.id, first, last], () => addUp(listCharged(actor, { first, last })))

const sumBills = (actor: Actor, { first }: MonthSpan): readonly Counted[] =>
  keepBills([actor.school.id, first, todayOf(actor)], () => addUp(listBills(actor, { first })))

// The cards of /analytics with their figures, and the rows behind each figure: both from the same list.

type Span = { first: string; last: string }

type Lister = (actor: Actor, span: Span, narrowing: Narrowing, sees: Sees, asked: Asked) => Counted[]
type Asked = {
  /** The part of the figure, where a link asks for one. */
  part?: string
  /** The one figure that is asked for, where others needn't be counted. */
  of?: MetricKey
}

const moneyParts: Lister = (actor, span, narrowing) => listMoneyParts(actor, span, narrowing)
const outstandingOn: Lister = (actor, { last }, narrowing) => listOutstandingParts(actor, last, narrowing)
const outstandingSums: Lister = (actor, { last }, narrowing) => sumOutstanding(actor, last, narrowing)

/** What each card counts. */
const listers: Record<CardKey, Lister> = {
  "joined-and-left": listMovers,
  "retention-by-teacher": (actor, span, narrowing) => listRetained(actor, "teacher", span, narrowing),
  "retention-by-instrument": (actor, span, narrowing) => listRetained(actor, "instrument", span, narrowing),
  "students-then": (actor, span, narrowing, _, { part }) => listLearning(actor, span, narrowing, part),
  cohorts: listCohorts,
  "lessons-given": listLessons,
  attendance: listAttendance,
  "hours-by-weekday": (actor, span, narrowing, _, { part }) =>
    listGiven(actor, span, narrowing, ["hours-of-week"], part),
  "group-spots": (actor, { last }, narrowing) => listSpots(actor, last, narrowing),
  cancellations: listCancellations,
  utilization: listUtilization,
  "money-by-teacher": moneyParts,
  "money-by-instrument": moneyParts,
  "outstanding-by-teacher": outstandingOn,
  "outstanding-by-instrument": outstandingOn,
  "outstanding-by-age": outstandingOn,
  "make-up-liability": (actor, { last }, narrowing) => listOwedLessons(actor, last, narrowing),
  margin: (actor, span, narrowing, _, { of }) => listMargin(actor, span, narrowing, of),
  "at-risk": (actor, { last }, narrowing, sees) => listAtRisk(actor, last, narrowing, sees),
  forecast: (actor, span, narrowing, sees) =>
    span.last < todayOf(actor)
      ? listChargedMonth(actor, span, narrowing, sees)
      : listForecast(actor, span, narrowing, sees),
}

/** The same summed up, where a card of two years would list hundreds of thousands of lessons or lines of invoices. */
const summers: Partial<typeof listers> = {
  cancellations: sumCancellations,
  utilization: sumUtilization,
  margin: sumMargin,
  "money-by-teacher": sumMoneyParts,
  "money-by-instrument": sumMoneyParts,
  "outstanding-by-teacher": outstandingSums,
  "outstanding-by-instrument": outstandingSums,
  forecast: sumForecast,
}

/** A solo teacher has no other teachers to compare. */
const betweenTeachers: readonly CardKey[] = [
  "retention-by-teacher",
  "money-by-teacher",
  "outstanding-by-teacher",
]

/** Whether someone may see a card, and whether a school has it at all. */
export const hasCard = (actor: Actor, key: CardKey, sees: Sees): boolean => {
  const plan: CardPlan = cardPlans[key]
  if (plan.showsPay && !(sees.money && (sees.pay || isSolo(actor)))) return false
  if (columnsFor(key, sees, isSolo(actor)).length === 0) return false
  return !isSolo(actor) || !betweenTeachers.includes(key)
}

const isSolo = (actor: Actor) => actor.school.kind === "solo"

/** What was counted for one card and is counted alike for another. */
type Listed = Map<Lister, Map<string, Counted[]>>

/** The cards of a tab. */
export function findCards(actor: Actor, tab: AnalyticsTab, query: AnalyticsQuery, sees: Sees): ShownCard[] {
  const listed: Listed = new Map()
  return cardKeys
    .filter((key) => cardPlans[key].tab === tab && !(cardPlans[key] as CardPlan).isRowsOnly)
    .flatMap((key) => findCard(actor, key, query, sees, listed) ?? [])
    .map((card) => shownCard(card, actor.school.currency))
}

/** One card; nothing where it isn't shown. */
export function findCard(
  actor: Actor,
  key: CardKey,
  query: AnalyticsQuery,
  sees: Sees,
  listed: Listed = new Map(),
): Card | undefined {
  if (!hasCard(actor, key, sees)) return undefined
  const { span, before } = daysOf(cardPlans[key], periodOf(actor, query))
  const count = summers[key] ?? listers[key]
  const known = listed.get(count) ?? new Map<string, Counted[]>()
  listed.set(count, known)
  const list = (days: Span) => {
    const asked = JSON.stringify([days, narrowingOf(key, query)])
    const rows = known.get(asked) ?? count(actor, days, narrowingOf(key, query), sees, {})
    known.set(asked, rows)
    return rows
  }
  const card = cardOf(key, list(span), list(before), { sees, isSolo: isSolo(actor) })
  const { days } = cardPlans[key]
  return {
    ...card,
    beforeOn: days === "today" ? before.last : null,
    beforeIn: days === "next-month" ? monthOf(before.first) : null,
  }
}

/** What narrows a card: some can't be divided by instrument. */
function narrowingOf(key: CardKey, { teacher, instrument }: Narrowing): Narrowing {
  const narrows: readonly string[] = cardPlans[key].narrows
  return {
    teacher: narrows.includes("teacher") ? teacher : undefined,
    instrument: narrows.includes("instrument") ? instrument : undefined,
  }
}

/** The figure and its days that rows are requested of; undefined for one that isn't shown or has none. */
function figureAsked(actor: Actor, { card, of, days, ...query }: FigureRowsQuery, sees: Sees) {
  const metric = columnsFor(card, sees, isSolo(actor)).find(
    (column): column is Extract<typeof column, string> => column === of,
  )
  if (!metric || !hasCard(actor, card, sees)) return undefined
  const { span, before } = daysOf(cardPlans[card], periodOf(actor, query))
  return { metric, asked: days === "before" ? before : span }
}

/** A page of these rows where only the days of the page need to be read; undefined for all other figures. */
export function pageFigureRows(
  actor: Actor,
  query: FigureRowsQuery,
  sees: Sees,
  page: { from: number; count: number },
): FigurePage | undefined {
  if (query.card !== "margin" || query.part !== undefined) return undefined
  const figure = figureAsked(actor, query, sees)
  if (!figure) return undefined
  const narrowing = narrowingOf(query.card, query)
  return pageOfMargin(actor, figure.asked, { of: figure.metric, narrowing, ...page })
}

/** The rows that a figure of a card counts; undefined for one that isn't shown or has none. */
export function listFigureRows(actor: Actor, query: FigureRowsQuery, sees: Sees): Counted[] | undefined {
  const figure = figureAsked(actor, query, sees)
  if (!figure) return undefined
  const { card, part } = query
  const { metric, asked } = figure
  const rows = rowsOf(
    listers[card](actor, asked, narrowingOf(card, query), sees, { part, of: metric }),
    metric,
  ).filter((row) => part === undefined || hasPart(metric, row.part, part))
  return sees.money ? rows : rows.map((row) => ({ ...row, amountMinor: null }))
}

/**
 * The lessons that the school owes on a day: make-up credits that can be used then, each with what was charged for the
 * missed lesson, without tax. Of an earlier day by what the ledger of credits says of its end.
 */
function listOwedLessons(actor: Actor, day: string, narrowing: Narrowing): Counted[] {
  const { lastDay, isOpen } = creditsOn(actor, day)
  const credits = askAll<{
    studentId: string
    name: string
    seatId: string | null
    minutes: number
    expiresOn: string
    missedOn: string | null
    className: string
    teacherId: string | null
    teacherName: string | null
    instrument: string | null
  }>(sql`
    select p.id as studentId, trim(p.first_name || ' ' || p.last_name) as name, k.origin_seat_id as seatId,
      k.minutes, ${lastDay} as expiresOn, x.local_date as missedOn, c.name as className,
      t.id as teacherId, t.name as teacherName, c.instrument
    from make_up_credits k
    cross join students p on p.school_id = k.school_id and p.id = k.student_id
    left join seats s on s.school_id = k.school_id and s.id = k.origin_seat_id
    left join sessions x on x.school_id = s.school_id and x.id = s.session_id
    join classes c on c.school_id = k.school_id and c.id = coalesce(x.class_id, k.granted_class_id)
    left join teachers t on t.school_id = k.school_id and t.id = coalesce(x.teacher_id, c.teacher_id)
    where k.school_id = ${actor.school.id} and ${isOpen} and ${lastDay} >= ${day}
      ${narrowedTo(narrowing, { teacher: sql`t.id`, instrument: sql`c.instrument` })}
    order by expiresOn, k.id`)
  const charged = findChargedOfSeats(
    actor,
    credits.flatMap(({ seatId }) => seatId ?? []),
  )
  return credits.map(
    ({ studentId, name, seatId, minutes, expiresOn, missedOn, className, ...of }): Counted => ({
      of: ["credits-open", "credits-hours", "credits-worth"],
      page: { noun: "student", id: studentId },
      name,
      on: expiresOn,
      detail: missedOn
        ? `For ${className} on ${formatDate(missedOn, "medium", actor.school)}, usable through the date shown`
        : `Granted for ${className}, usable through the date shown`,
      teacher: of.teacherId ? { id: of.teacherId, name: of.teacherName ?? "" } : null,
      instrument: of.instrument,
      minutes,
      amountMinor: Math.round((seatId && charged.get(seatId)) || 0),
    }),
  )
}

/**
 * Whether a credit was open at the end of a day, and its last day as it was then: before it was used, revoked or extended,
 * and before that was undone. A booking that was canceled since leaves no trace in the credit: it counts as open.
 */
function creditsOn(actor: Actor, day: string): { lastDay: SQL; isOpen: SQL } {
  const { timeZone } = actor.school
  if (day >= today(timeZone, now()))
    return { lastDay: sql`k.expires_on`, isOpen: sql`k.used_at is null and k.revoked_at is null` }
  const end = instantOf(addDays(day, 1), "00:00", timeZone)
  const changes = (act: string) => sql`credit_changes g where g.school_id = k.school_id and g.credit_id = k.id
    and g.act = ${act}`
  return {
    lastDay: sql`coalesce((select was from (
        select g.created_at as at, g.changes ->> '$[0].before.expiresOn' as was from ${changes("extend")} and g.created_at >= ${end}
        union all
        select g.undone_at, g.day_after from ${changes("extend")} and g.created_at < ${end} and g.undone_at >= ${end}
      ) order by at limit 1), k.expires_on)`,
    isOpen: sql`k.created_at < ${end} and (k.used_at is null or k.used_at >= ${end})
      and (k.revoked_at is null or k.revoked_at >= ${end})
      and not exists (select 1 from ${changes("revoke")} and g.created_at < ${end} and g.undone_at >= ${end})`,
  }
}
