import { students } from "db/schema/people"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows } from "~/models/foundation/access/door.server"
import { may } from "~/models/foundation/access/permissions"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/figures"
import { trendOf } from "~/models/foundation/metrics/trend"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { signsOf } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import {
  activeStudentsByMonth,
  attendanceByMonth,
  attendanceTrend,
  type MonthSpan,
  studentsTrend,
  yearBefore,
} from "../dashboard/trends.server"
import { readTaught } from "../lesson-totals/keep-lesson-totals.server"
import { addUp, type Span, type Taught, type TaughtPart } from "../lesson-totals/lesson-totals"
import { type Narrowing, none } from "./analytics-period"
import { type AnalyticsQuery, type FigureRowsQuery, type Period, periodOf } from "./analytics-query.server"
import {
  type AnalyticsTab,
  type CardKey,
  type CardPlan,
  cardPlans,
  type Derived,
  definitionsOf,
  figureText,
  fileOf,
  type Sees,
} from "./cards"
import { fillRates, findCard, findCards, listFigureRows, pageFigureRows } from "./cards.server"
import type { Counted } from "./counted"
import { isTableKey, type TableKey } from "./figure-table"
import { joinedIn, learningByMonth, leftIn, reasonsOf, retention, retentionSteps, sumCohorts } from "./growth"
import { narrowedHistories } from "./growth.server"
import { monthsIn, readIncome } from "./margin.server"
import { ageingOf, moneyOf } from "./money-sums.server"
import { narrowedTo } from "./narrow.server"

// How the teaching went: what was taught in a period, by teacher and by instrument, and when.

type TeachingRow = {
  /** The teacher's id or the instrument; null for sessions without one. */
  id: string | null
  name: string
  sessions: number
  minutes: number
  /** Share of marked seats that were attended, whole percent; null without marks. Canceled seats do not count. */
  attendedPercent: number | null
  /** What families were charged for them, minor units: the same as in the margin. */
  chargedMinor: number
}

/** The teachers of what was taught, most minutes first. */
export function byTeacher(actor: Actor, { parts }: Taught): TeachingRow[] {
  const names = teacherNames(actor)
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id)) ?? "No teacher"
  return rowsBy(parts, ({ teacherId }) => [teacherId, nameOf(teacherId)])
}

/** The instruments of the classes of what was taught, most minutes first. */
export const byInstrument = ({ parts }: Taught): TeachingRow[] =>
  rowsBy(parts, ({ instrument }) => [instrument, instrument ?? "No instrument"])

/** The rows of a table, most minutes first. */
function rowsBy(
  taught: readonly TaughtPart[],
  keyOf: (part: TaughtPart) => [id: string | null, name: string],
): TeachingRow[] {
  const rows = [...groupBy(taught, (part) => keyOf(part)[0])].map(([id, parts]): TeachingRow => {
    const sum = (figure: "sessions" | "minutes" | "attended" | "marks" | "chargedMinor") =>
      parts.reduce((total, part) => total + part[figure], 0)
    const [marks, attended] = [sum("marks"), sum("attended")]
    return {
      id,
      name: parts[0] ? keyOf(parts[0])[1] : "",
      sessions: sum("sessions"),
      minutes: sum("minutes"),
      attendedPercent: marks === 0 ? null : Math.round((100 * attended) / marks),
      chargedMinor: sum("chargedMinor"),
    }
  })
  return rows.sort((a, b) => b.minutes - a.minutes || a.name.localeCompare(b.name, "en"))
}

/** With what families were charged, a fee and a package divided among their lessons. */
function withCharges(actor: Actor, span: Span, taught: Taught): Taught {
  const charged = readIncome(actor, span).map(({ teacherId, instrument, amountMinor }) => ({
    ...{ teacherId, instrument, chargedMinor: amountMinor },
    ...{ sessions: 0, minutes: 0, attended: 0, marks: 0 },
  }))
  return { ...taught, parts: [...taught.parts.map((part) => ({ ...part, chargedMinor: 0 })), ...charged] }
}

const isOf = (value: string | null, chosen: string | undefined) =>
  chosen === undefined || (value ?? none) === chosen

/** What of it one teacher gave, or of one instrument. The hours of the week stay those of all. */
const partsOf = (taught: Taught, { teacher, instrument }: Narrowing): Taught => ({
  ...taught,
  parts: taught.parts.filter((part) => isOf(part.teacherId, teacher) && isOf(part.instrument, instrument)),
})

/** When one teacher, or one instrument, was taught: minutes by weekday (1 is Monday) and the hour a lesson begins. */
const hoursOfWeek = (actor: Actor, { first, last }: Span, narrowing: Narrowing): Taught["hours"] =>
  askAll(sql`
    select 1 + (cast(strftime('%w', x.local_date) as integer) + 6) % 7 as weekday,
      cast(substr(x.start_time, 1, 2) as integer) as hour, sum(x.minutes) as minutes
    from sessions x
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
      and x.state = 'planned' and x.ends_at <= ${now()}
      ${narrowedTo(narrowing, { teacher: sql`x.teacher_id`, instrument: sql`c.instrument` })}
    group by 1, 2 order by 1, 2`)

// What each tab of /analytics says, from the same rows as the lists that it leads to. What was taught on days that are over
// is kept in sums (../lesson-totals), the rest is counted each time.

/** Growth, who joined and left, and who stayed. Narrowed, it is about students who ever had such a spot. */
export function findStudentFigures(actor: Actor, query: AnalyticsQuery, sees: Sees) {
  const period = periodOf(actor, query)
  const { months, span, before, day } = period
  const { histories, stays } = narrowedHistories(actor, query)
  const learning = (asked: readonly MonthSpan[]) =>
    stays ? learningByMonth(histories, stays, asked) : activeStudentsByMonth(actor, [...asked])
  const [left, leftBefore] = [leftIn(histories, span), leftIn(histories, before)]
  const joined = joinedIn(histories, span)
  const byMonth = learning(months)
  const cohorts = retention(histories, months, day)
  return {
    ...factsOf(actor, period),
    isEmpty: joined.length + left.length === 0 && byMonth.every(({ count }) => count === 0),
    byMonth,
    students: studentsTrend(actor, byMonth, { before: learning(yearBefore(months)) }),
    joined,
    joinedBefore: joinedIn(histories, before).length,
    left,
    leftBefore: leftBefore.length,
    reasons: reasonsOf(left, leftBefore),
    cohorts,
    cohortSum: sumCohorts(cohorts),
    cohortsBefore: sumCohorts(retention(histories, monthsIn(before), day)),
    cohortDefinitions: definitionsOf(["cohort-started", "cohort-kept"]),
    definitions: definitionsOf(["students-then", "students-joined", "students-left", "students-net"]),
    cards: findCards(actor, "students", query, sees),
  }
}

/** Lessons given, attendance, who taught when, and how full groups are. */
export function findTeachingFigures(actor: Actor, query: AnalyticsQuery, sees: Sees) {
  const period = periodOf(actor, query)
  const { months, span, before, dayBefore } = period
  const [all = addUp([]), allBefore = addUp([])] = readTaught(actor, [span, before])
  const taught = partsOf(sees.money ? withCharges(actor, span, all) : all, query)
  const taughtBefore = partsOf(sees.money ? withCharges(actor, before, allBefore) : allBefore, query)
  const attendance = attendanceOf(actor, query, months)
  return {
    ...factsOf(actor, period),
    attendanceByMonth: attendance,
    attendance: attendanceTrend(actor, attendance, {
      before: attendanceOf(actor, query, yearBefore(months)),
    }),
    teachers: actor.school.kind === "solo" ? [] : byTeacher(actor, taught).map(withMoney(sees)),
    instruments: byInstrument(taught).map(withMoney(sees)),
    taught: withMoney(sees)(sumUp(taught, isNarrowed(query))),
    taughtBefore: withMoney(sees)(sumUp(taughtBefore, isNarrowed(query))),
    fill: fillRates(actor, dayBefore, query),
    dayBefore,
    definitions: definitionsOf(["taught-lessons", "taught-hours", "attendance-rate", "attendance-expected"]),
    hoursDefinitions: definitionsOf(["hours-of-week"]),
    tableDefinitions: definitionsOf([
      ...(["taught-lessons", "taught-hours", "attendance-rate"] as const),
      ...(sees.money ? (["charged-for-lessons"] as const) : []),
    ]),
    fillDefinitions: definitionsOf(["group-spots"]),
    hours: isNarrowed(query) ? hoursOfWeek(actor, span, query) : all.hours,
    hoursBefore: isNarrowed(query) ? hoursOfWeek(actor, before, query) : allBefore.hours,
    cards: findCards(actor, "teaching", query, sees),
  }
}

/** What was billed and paid, what is outstanding and owed, and what is left after pay. */
export function findMoneyFigures(actor: Actor, query: AnalyticsQuery, sees: Sees) {
  const period = periodOf(actor, query)
  const { months, before, day, dayBefore } = period
  const byAge = (on: string) => ageingOf(actor, on, query)
  const read = (spans: readonly MonthSpan[]) => moneyOf(actor, spans, query)
  const money = sees.money ? read(months) : []
  const none = { billedMinor: 0, collectedMinor: 0 }
  const moneyBefore = (sees.money && read([before])[0]) || none
  const open = sees.money ? byAge(day) : []
  const cards = findCards(actor, "money", query, sees)
  // A school whose students have nothing to pay yet sees its zeros.
  const hasStudents = ownRows(actor, students, ["id"]).limit(1).get()
  const isNothing = ({ billedMinor, collectedMinor }: typeof none) =>
    billedMinor === 0 && collectedMinor === 0
  return {
    ...factsOf(actor, period),
    isEmpty:
      hasStudents === undefined &&
      [...money, moneyBefore].every(isNothing) &&
      open.every(({ openMinor }) => openMinor === 0) &&
      cards.every((card) => card.isEmpty),
    money,
    moneyBefore,
    revenue: sees.money ? revenueTrend(actor, period, money, read) : null,
    ageing: open,
    ageingBefore: sees.money ? byAge(dayBefore) : [],
    dayBefore,
    definitions: definitionsOf(
      !sees.money ? [] : isNarrowed(query) ? ["billed-part", "received-part"] : ["billed", "received"],
    ),
    ageingDefinitions: definitionsOf(sees.money ? ["open-part"] : []),
    cards,
  }
}

/** Who may leave, and what next month brings. */
function findAheadFigures(actor: Actor, query: AnalyticsQuery, sees: Sees) {
  const period = periodOf(actor, query)
  return { ...factsOf(actor, period), cards: findCards(actor, "ahead", query, sees) }
}

const factsOf = (actor: Actor, { span, before, month, months, day }: Period) => ({
  span,
  before,
  until: month,
  months: months.length,
  nextMonth: monthOf(addMonths(`${monthOf(day)}-01`, 1)),
  currency: actor.school.currency,
})

const isNarrowed = ({ teacher, instrument }: AnalyticsQuery) =>
  teacher !== undefined || instrument !== undefined

const withMoney =
  ({ money }: Sees) =>
  <Row extends { chargedMinor: number }>({ chargedMinor, ...row }: Row) => ({
    ...row,
    chargedMinor: money ? chargedMinor : null,
  })

/** Month by month; narrowed, of the lessons that were given. */
function attendanceOf(actor: Actor, query: AnalyticsQuery, months: readonly MonthSpan[]) {
  if (!isNarrowed(query)) return attendanceByMonth(actor, [...months])
  return readTaught(actor, months).map((taught, index) => {
    const { parts } = partsOf(taught, query)
    const marks = parts.reduce((sum, part) => sum + part.marks, 0)
    const attended = parts.reduce((sum, part) => sum + part.attended, 0)
    return {
      month: monthOf(months[index]?.first ?? ""),
      percent: marks ? Math.round((attended / marks) * 100) : null,
    }
  })
}

/** All of it together. Attendance counts every lesson with marks, of a teacher or an instrument the ones given. */
function sumUp({ parts, ...all }: Taught, isPart: boolean) {
  const sum = (figure: "sessions" | "minutes" | "attended" | "marks" | "chargedMinor") =>
    parts.reduce((total, part) => total + part[figure], 0)
  const [attended, marked] = isPart ? [sum("attended"), sum("marks")] : [all.attended, all.marked]
  return {
    sessions: sum("sessions"),
    minutes: sum("minutes"),
    attendedPercent: marked ? Math.round((100 * attended) / marked) : null,
    chargedMinor: sum("chargedMinor"),
  }
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact" })

/** Received money as a chart; null for fewer than two months. */
function revenueTrend(
  actor: Actor,
  { day, months: spans }: Period,
  months: readonly { first: string; collectedMinor: number }[],
  read: (spans: readonly MonthSpan[]) => { collectedMinor: number }[],
) {
  const sameDay = addMonths(day, -1)
  const before = read(yearBefore(spans))
  const [soFarBefore] = read([{ first: monthBounds(monthOf(sameDay)).first, last: sameDay }])
  return trendOf({
    noun: "Payments received",
    months: months.map(({ first, collectedMinor }, index) => ({
      month: monthOf(first),
      value: collectedMinor,
      before: before[index]?.collectedMinor || null,
    })),
    step: 50_000,
    show: (minor) => formatMoney(minor, actor.school.currency),
    axis: (minor) => compact.format(minor / 100).replace(".", signsOf(actor.school).decimal),
    current: monthOf(day),
    valueBefore: soFarBefore?.collectedMinor ?? 0,
  })
}

type Table = { head: string[]; lines: (string | number | null)[][] }

/** A table of the tabs as rows of a file, with amounts as whole units of money; null for one that isn't shown. */
function tableOf(actor: Actor, key: TableKey, query: AnalyticsQuery, sees: Sees): Table | null {
  const students = () => findStudentFigures(actor, query, sees)
  const teaching = () => findTeachingFigures(actor, query, sees)
  const money = () => findMoneyFigures(actor, query, sees)
  switch (key) {
    case "students-by-month":
      return {
        head: ["Month", "Active and trial students"],
        lines: students().byMonth.map(({ month, count }) => [month, count]),
      }
    case "reasons-for-leaving":
      return {
        head: ["Reason", "Left", "Previously"],
        lines: students().reasons.map(({ reason, count, before }) => [reason, count, before]),
      }
    case "retention-by-start-month":
      return cohortTable(students())
    case "attendance-by-month":
      return {
        head: ["Month", "Attendance, percent"],
        lines: teaching().attendanceByMonth.map(({ month, percent }) => [month, percent]),
      }
    case "taught-by-teacher":
      return taughtTable("Teacher", ({ teachers }) => teachers, teaching(), sees)
    case "taught-by-instrument":
      return taughtTable("Instrument", ({ instruments }) => instruments, teaching(), sees)
    case "hours-of-week":
      return hoursTable(teaching())
    case "spots-in-groups": {
      const { fill, dayBefore } = teaching()
      return {
        head: ["Class", "Taken", "Spots", `Taken on ${dayBefore}`],
        lines: fill.map(({ name, enrolled, capacity, enrolledBefore }) => [
          ...[name, enrolled, capacity, enrolledBefore],
        ]),
      }
    }
    case "money-by-month":
      return sees.money
        ? {
            head: ["Month", "Billed", "Received"],
            lines: money().money.map(({ first, billedMinor, collectedMinor }) => [
              first.slice(0, 7),
              billedMinor / 100,
              collectedMinor / 100,
            ]),
          }
        : null
    case "outstanding-by-age":
      return sees.money ? agesTable(money()) : null
  }
}

type Teaching = ReturnType<typeof findTeachingFigures>

const taughtTable = (
  heading: string,
  linesOf: (figures: Teaching) => Teaching["instruments"],
  figures: Teaching,
  sees: Sees,
): Table => ({
  head: [heading, "Lessons", "Hours", "Attended, percent", ...(sees.money ? ["Charged for lessons"] : [])],
  lines: [
    ...linesOf(figures),
    { name: "Total", ...figures.taught },
    { name: "Previously", ...figures.taughtBefore },
  ].map(({ name, sessions, minutes, attendedPercent, chargedMinor }) => [
    name,
    sessions,
    inHours(minutes),
    attendedPercent,
    ...(chargedMinor === null ? [] : [chargedMinor / 100]),
  ]),
})

function hoursTable({ hours, hoursBefore }: Teaching): Table {
  const keyOf = ({ weekday, hour }: Teaching["hours"][number]) => weekday * 24 + hour
  const minutesOf = (cells: Teaching["hours"]) =>
    new Map(cells.map((cell) => [keyOf(cell), cell.minutes] as const))
  const [now, before] = [minutesOf(hours), minutesOf(hoursBefore)]
  const keys = [...new Set([...now.keys(), ...before.keys()])].sort((a, b) => a - b)
  return {
    head: ["Weekday, Monday is 1", "Starts at", "Hours", "Hours previously"],
    lines: keys.map((key) => [
      Math.floor(key / 24),
      `${String(key % 24).padStart(2, "0")}:00`,
      inHours(now.get(key) ?? 0),
      inHours(before.get(key) ?? 0),
    ]),
  }
}

function cohortTable({ cohorts, cohortSum, cohortsBefore }: ReturnType<typeof findStudentFigures>): Table {
  const line = (name: string, { joined, kept }: typeof cohortSum) => [
    ...[name, joined],
    ...kept.map((step) => step?.count ?? null),
  ]
  return {
    head: ["Start month", "Students", ...retentionSteps.map((step) => `After ${step} months`)],
    lines: [
      ...cohorts.map(({ month, joined, kept }) => [month, joined, ...kept]),
      line("All", cohortSum),
      line("Previously", cohortsBefore),
    ],
  }
}

const agesTable = ({ ageing, ageingBefore, dayBefore }: ReturnType<typeof findMoneyFigures>): Table => ({
  head: ["Age", "Invoices", "Outstanding", `Outstanding on ${dayBefore}`],
  lines: ageing.map(({ key, label, invoices, openMinor }) => [
    ...[label, invoices, openMinor / 100],
    (ageingBefore.find((band) => band.key === key)?.openMinor ?? 0) / 100,
  ]),
})

const inHours = (minutes: number) => Math.round(minutes / 6) / 10

// The school's figures, a tab at a time, read in the background, where they hold up no one else, and once between two writes. A tab
// reads one moment of the school.

const readers = {
  students: findStudentFigures,
  teaching: findTeachingFigures,
  money: findMoneyFigures,
  ahead: findAheadFigures,
} satisfies Record<AnalyticsTab, (actor: Actor, query: AnalyticsQuery, sees: Sees) => unknown>

type Figures<Tab extends AnalyticsTab> = ReturnType<(typeof readers)[Tab]>

/** What someone with reports sees of money and pay. */
export const seesOf = (actor: Actor): Sees => ({
  money: may(actor, "invoice:read"),
  pay: may(actor, "teacher:read"),
})

/** Everything a tab says. Money in minor units; months oldest first. */
export const findAnalytics = <Tab extends AnalyticsTab>(
  actor: Actor,
  tab: Tab,
  query: AnalyticsQuery,
  sees: Sees,
) => readers[tab](actor, query, sees) as Figures<Tab>

/** The same for a screen; `leaving` says when whoever asked has left. */
export async function findAnalyticsInBackground<Tab extends AnalyticsTab>(
  actor: Actor,
  tab: Tab,
  query: AnalyticsQuery,
  leaving?: AbortSignal,
): Promise<Readonly<Figures<Tab>>> {
  const sees = seesOf(actor)
  const work = { ...schoolWork(actor, "analytics", findAnalytics, tab, query, sees), isLong: true } as const
  if (tab === "students") {
    const day = todayOf(actor)
    const figures = await keepStudents([actor.school.id, query, sees, day], { work, isLong: true }, leaving)
    return figures as Readonly<Figures<Tab>>
  }
  const minute = Math.floor(now() / 60_000)
  const figures = await keepFigures(
    [actor.school.id, tab, query, sees, minute],
    { work, isLong: true },
    leaving,
  )
  return figures as Readonly<Figures<Tab>>
}

/** Who joined, left and stayed hangs on neither lessons nor money, which are written all day long. */
const keepStudents = keepReads<unknown>(50)

const keepFigures = keepReads<unknown>(50)

/** How many rows a page has. */
export const rowsAtOnce = 100

/**
 * The rows that a figure of a card counts: of one page, or all, and how many there are and come to; null for one that isn't
 * shown. A figure made of others has those instead, on a page.
 */
export function findFigureRows(actor: Actor, query: FigureRowsQuery, page: number | null, sees: Sees) {
  const made = page === null ? undefined : findMadeFigure(actor, query, sees)
  if (made) return { total: 0, minutes: null, amountMinor: null, rows: [] as Counted[], made }
  const asked = page === null ? undefined : { from: (page - 1) * rowsAtOnce, count: rowsAtOnce }
  const paged = asked && pageFigureRows(actor, query, sees, asked)
  if (paged) return paged
  const rows = listFigureRows(actor, query, sees)
  if (!rows) return null
  const shown = page === null ? rows : rows.slice((page - 1) * rowsAtOnce, page * rowsAtOnce)
  return {
    total: rows.length,
    minutes: sumOf(rows.map(({ minutes }) => minutes)),
    amountMinor: sumOf(rows.map(({ amountMinor }) => amountMinor)),
    rows: shown,
  }
}

/** The sum of what the rows have; null where none has any. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length > 0 ? known.reduce((sum, part) => sum + part, 0) : null
}

export const findFigureRowsInBackground = (
  actor: Actor,
  query: FigureRowsQuery,
  page: number | null,
  leaving?: AbortSignal,
) => {
  const sees = seesOf(actor)
  const work = schoolWork(actor, "figure-rows", findFigureRows, query, page, sees)
  return readInBackground({ ...work, isLong: true }, leaving)
}

/** The figures of a card, or of another table of the tabs, for a file; null for one that isn't shown. */
export function findFigureFile(actor: Actor, key: CardKey | TableKey, query: AnalyticsQuery, sees: Sees) {
  if (isTableKey(key)) return tableOf(actor, key, query, sees)
  const card = findCard(actor, key, query, sees)
  return card ? fileOf(card) : null
}

export const findFigureFileInBackground = (
  actor: Actor,
  key: CardKey | TableKey,
  query: AnalyticsQuery,
  leaving?: AbortSignal,
) => {
  const sees = seesOf(actor)
  const work = schoolWork(actor, "figure-file", findFigureFile, key, query, sees)
  return readInBackground({ ...work, isLong: true }, leaving)
}

// A share, a difference or a sum has no rows of its own: it opens the figures that it is made of, and each of those opens
// its rows.

export type MadeFigure = {
  is: Derived["is"]
  text: string
  parts: { metric: MetricKey; name: string; definition: string; text: string; opens: boolean }[]
}

/** What a figure of a card is made of, for the choice asked; undefined for one that counts rows or isn't shown. */
export function findMadeFigure(actor: Actor, query: FigureRowsQuery, sees: Sees): MadeFigure | undefined {
  const columns: CardPlan["columns"] = cardPlans[query.card].columns
  const made = columns.find((each): each is Derived => typeof each !== "string" && each.metric === query.of)
  const card = made && findCard(actor, query.card, query, sees)
  if (!card) return undefined
  const textOf = (metric: Derived["metric"]) => {
    const index = card.columns.findIndex((column) => column.metric === metric)
    const values = query.days === "before" ? card.before : card.total
    return index < 0 ? undefined : figureText(metric, values[index] ?? null, actor.school.currency)
  }
  const text = textOf(made.metric)
  if (text === undefined) return undefined
  return {
    is: made.is,
    text,
    parts: made.of.flatMap((metric) => {
      const part = textOf(metric)
      if (part === undefined) return []
      const { name, definition }: Metric = glossary[metric]
      const opens = card.columns.some((column) => column.metric === metric && column.opens)
      return [{ metric, name, definition, text: part, opens }]
    }),
  }
}
