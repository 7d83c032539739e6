import { students } from "db/schema/people"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { trendOf } from "~/models/foundation/metrics/trend"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { now } from "~/utils/clock.server"
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
import { readTaught } from "../taught/read-taught.server"
import { addUp, type Span, type Taught, type TaughtPart } from "../taught/taught"
import { type Narrowing, none } from "./analytics-period"
import { type AnalyticsQuery, type Period, periodOf } from "./analytics-query.server"
import type { Sees } from "./cards"
import { fillRates, findCards } from "./cards.server"
import { definitionsOf } from "./figure-text"
import { joinedIn, learningByMonth, leftIn, reasonsOf, retention, sumCohorts } from "./growth"
import { narrowedHistories } from "./growth.server"
import { monthsIn } from "./margin.server"
import { readIncome } from "./margin-sums.server"
import { ageingOf, moneyOf } from "./money-sums.server"
import { narrowedTo } from "./narrow.server"

// How the teaching went: what was taught in a period, by teacher and by instrument, and when.

export type TeachingRow = {
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
// is kept in sums (../taught), the rest is counted each time.

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
  const hasStudents = select({ id: students.id }).from(students).where(own(actor, students)).limit(1).get()
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
export function findAheadFigures(actor: Actor, query: AnalyticsQuery, sees: Sees) {
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
