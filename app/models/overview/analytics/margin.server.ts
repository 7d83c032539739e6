import { cacheUntilWrite } from "db/cache-until-write.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { type ExpenseKind, netOf } from "~/models/money/expense/expense"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { findCharged } from "~/models/money/pay/charged.server"
import {
  type LessonGroup,
  listEarnedBeside,
  sumEarnedByAll,
  sumEarnedByLessons,
} from "~/models/money/pay/earned-sums.server"
import { listEarnedByAll } from "~/models/money/pay/pay-lines.server"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { addDays, earlierOf, monthBounds, monthOf } from "~/utils/dates"
import {
  daysSinceFirst,
  groupInParts,
  readKeptGroups,
  readLessonGroups,
} from "../lesson-totals/lesson-groups.server"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, isOf, rowsOf } from "./counted"
import { narrowedTo } from "./narrow.server"

type Span = { first: string; last: string }

/**
 * What families were charged for the lessons of a span, what their teachers earned by them, and the school's expenses, of one
 * figure alone where it's named: of some months what they are of each, day by day.
 */
export const listMargin = (actor: Actor, span: Span, narrowing: Narrowing, of?: MetricKey): Counted[] =>
  monthsIn(span).flatMap((month) => listMonth(actor, month, narrowing, of))

/** What families were charged for the lessons of a span, lesson by lesson. */
export const listIncome = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  monthsIn(span).flatMap((month) =>
    listIncomeOf(actor, readLessons(actor, month, narrowing), readTeachers(actor)),
  )

/** The months of a span, of the last one the days up to its end. */
export function monthsIn({ first, last }: Span): Span[] {
  const months: Span[] = []
  for (let from = first; from <= last; from = addDays(monthBounds(monthOf(from)).last, 1))
    months.push({ first: from, last: earlierOf(monthBounds(monthOf(from)).last, last) })
  return months
}

function listMonth(actor: Actor, span: Span, narrowing: Narrowing, of?: MetricKey): Counted[] {
  const teacherOf = readTeachers(actor)
  const has = (...metrics: MetricKey[]) => of === undefined || metrics.includes(of)
  const paysTeachers = actor.school.kind !== "solo" && has("teacher-earned", "lessons-unrated")
  return [
    ...(has("charged-for-lessons")
      ? listIncomeOf(actor, readLessons(actor, span, narrowing), teacherOf)
      : []),
    ...(paysTeachers ? listPay(actor, span, teacherOf) : []),
    // What the school spends is no teacher's and no instrument's, and belongs to the line of those without one.
    ...(has("expenses-spent") ? listSpent(actor, span) : []),
    ...(has("other-income") ? listSpent(actor, span, "income") : []),
  ].filter((row) => isOf(row, narrowing))
}

export type TeacherOf = (id: string | null) => Counted["teacher"]

function readTeachers(actor: Actor): TeacherOf {
  const names = teacherNames(actor)
  return (id) => (id ? { id, name: names.get(id) ?? "" } : null)
}

type Lesson = {
  id: string
  on: string
  name: string
  teacherId: string | null
  instrument: string | null
}

const readLessons = (actor: Actor, { first, last }: Span, narrowing: Narrowing): Lesson[] =>
  askAll<Lesson>(sql`
    select x.id, x.local_date as "on", c.name, x.teacher_id as teacherId, c.instrument
    from sessions x
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
      and x.state = 'planned' and x.register_taken_at is not null
      ${narrowedTo(narrowing, { teacher: sql`+x.teacher_id`, instrument: sql`c.instrument` })}
    order by x.local_date, x.starts_at, x.id`)

function listIncomeOf(actor: Actor, lessons: readonly Lesson[], teacherOf: TeacherOf): Counted[] {
  const charged = findCharged(
    actor,
    lessons.map(({ id }) => id),
  )
  return lessons.map(({ id, on, name, teacherId, instrument }) => ({
    of: ["charged-for-lessons"],
    page: { noun: "lesson", id },
    name,
    on,
    detail: "Charged",
    teacher: teacherOf(teacherId),
    instrument,
    minutes: null,
    amountMinor: Math.round(charged.get(id) ?? 0),
  }))
}

/** What teachers earned, day by day; of a day its lessons first. */
function listPay(actor: Actor, { first, last }: Span, teacherOf: TeacherOf): Counted[] {
  const lessons = readLessons(actor, { first, last }, {})
  const instruments = new Map(lessons.map(({ id, instrument }) => [id, instrument]))
  const lines = listEarnedByAll(actor, { from: first, to: last }).map(
    (line): Counted => ({
      of: line.amountMinor === null ? ["teacher-earned", "lessons-unrated"] : ["teacher-earned"],
      page: line.sessionId ? { noun: "lesson", id: line.sessionId } : { noun: "teacher", id: line.teacherId },
      name: line.title,
      on: line.localDate,
      detail: line.rule,
      teacher: teacherOf(line.teacherId),
      instrument: instruments.get(line.sessionId ?? "") ?? null,
      minutes: null,
      amountMinor: line.amountMinor,
    }),
  )
  return lines.sort((a, b) => ((a.on ?? "") < (b.on ?? "") ? -1 : a.on === b.on ? 0 : 1))
}

/** What the school spent, or got beside what families pay. */
const listSpent = (actor: Actor, { first, last }: Span, kind: ExpenseKind = "expense"): Counted[] =>
  listExpenses(actor, { from: first, to: last, kind }, null).map((expense) => ({
    of: [kind === "income" ? "other-income" : "expenses-spent"],
    page: { noun: "expense", id: expense.id },
    name: expense.payee,
    on: expense.spentOn,
    detail: expense.categoryName,
    teacher: null,
    instrument: null,
    minutes: null,
    amountMinor: netOf(expense),
  }))

// A page of the rows behind a figure of the margin: how many there are on each day is known from what is kept of the lessons,
// so only the days of the page are listed, not the hundred thousand lessons of two years.

/** So many rows of a day that come to so much; null where none of them has an amount. */
type Day = { day: string; rows: number; amountMinor: number | null }

export type FigurePage = {
  rows: Counted[]
  total: number
  minutes: number | null
  amountMinor: number | null
}

/** The rows from one on, of all that `listMargin` has for a figure. */
export function pageOfMargin(
  actor: Actor,
  span: Span,
  { of, narrowing, from, count }: { of: MetricKey; narrowing: Narrowing; from: number; count: number },
): FigurePage {
  const days = countDays(actor, span, { of, narrowing })
  let before = 0
  const shown: { day: string; before: number }[] = []
  for (const { day, rows } of days) {
    if (before < from + count && before + rows > from) shown.push({ day, before })
    before += rows
  }
  const amounts = days.flatMap(({ amountMinor }) => amountMinor ?? [])
  const [first, last] = [shown[0], shown.at(-1)]
  const listed =
    first && last ? rowsOf(listMargin(actor, { first: first.day, last: last.day }, narrowing, of), of) : []
  const start = from - (first?.before ?? 0)
  return {
    rows: listed.slice(start, start + count),
    total: before,
    minutes: null,
    amountMinor: amounts.length > 0 ? amounts.reduce((sum, minor) => sum + minor, 0) : null,
  }
}

/** The days that have rows of a figure, in order. */
function countDays(
  actor: Actor,
  span: Span,
  { of, narrowing }: { of: MetricKey; narrowing: Narrowing },
): Day[] {
  const days = new Map<string, Day>()
  for (const { day, rows, amountMinor } of countRows(actor, span, { of, narrowing })) {
    const known = days.get(day) ?? { day, rows: 0, amountMinor: null }
    const sum = amountMinor === null ? known.amountMinor : (known.amountMinor ?? 0) + amountMinor
    days.set(day, { day, rows: known.rows + rows, amountMinor: sum })
  }
  return [...days.values()].filter(({ rows }) => rows > 0).sort((a, b) => (a.day < b.day ? -1 : 1))
}

function countRows(
  actor: Actor,
  span: Span,
  { of, narrowing }: { of: MetricKey; narrowing: Narrowing },
): Day[] {
  if (of === "expenses-spent" || of === "other-income")
    return listMargin(actor, span, narrowing, of).map(({ on, amountMinor }) => ({
      day: on ?? "",
      rows: 1,
      amountMinor,
    }))
  const isAsked = ({ teacherId, instrument }: { teacherId: string | null; instrument: string | null }) =>
    isOf({ teacher: teacherId === null ? null : { id: teacherId, name: "" }, instrument }, narrowing)
  const groups = readLessonGroups(actor, span)
  if (of === "charged-for-lessons")
    return groups
      .filter((group) => group.isOwn && isAsked(group))
      .map(({ day, lessons, chargedMinor }) => ({
        day,
        rows: lessons,
        amountMinor: lessons * Math.round(chargedMinor),
      }))
  if (actor.school.kind === "solo") return []
  return sumEarnedByAll(actor, { from: span.first, to: span.last }, groups)
    .filter(isAsked)
    .map(({ day, lines, unrated, amountMinor }) =>
      of === "lessons-unrated"
        ? { day, rows: unrated, amountMinor: null }
        : { day, rows: lines, amountMinor: lines > unrated ? amountMinor : null },
    )
}

// The margin summed up by teacher and instrument, from the sums that are kept of days and the lessons of all other days.

/** What lessons of a teacher and an instrument brought, or paid; `count` is how many have no rate yet. */
type Summed = { teacherId: string | null; instrument: string | null; amountMinor: number; count?: number }
type Sums = { income: readonly Summed[]; pay: readonly Summed[] }

/** The margin of a span by teacher and instrument, for the card's figures. */
export function sumMargin(actor: Actor, span: Span, narrowing: Narrowing): Counted[] {
  const teacherOf = readTeachers(actor)
  const { income, pay } = sumsOf(actor, span)
  const counted = (metric: MetricKey, { teacherId, instrument, amountMinor, count }: Summed): Counted => ({
    of: [metric],
    page: { noun: "teacher", id: teacherId ?? none },
    ...{ name: "", on: null, detail: "", minutes: null },
    ...{ teacher: teacherOf(teacherId), instrument, amountMinor, count: count ?? 0 },
  })
  const earned = actor.school.kind === "solo" ? [] : addUp([...pay, ...listBeside(actor, span)])
  const spent = (kind: ExpenseKind) =>
    addUp(
      listSpent(actor, span, kind).map(({ amountMinor }) => ({
        ...{ teacherId: null, instrument: null, amountMinor: amountMinor ?? 0 },
      })),
    )
  return [
    ...income.map((sum) => counted("charged-for-lessons", { ...sum, count: 0 })),
    ...earned.flatMap((sum) => [
      counted("teacher-earned", { ...sum, count: 0 }),
      ...(sum.count ? [counted("lessons-unrated", { ...sum, amountMinor: 0 })] : []),
    ]),
    ...spent("expense").map((sum) => counted("expenses-spent", sum)),
    ...spent("income").map((sum) => counted("other-income", sum)),
  ].filter((row) => isOf(row, narrowing))
}

const listBeside = (actor: Actor, { first, last }: Span): Summed[] =>
  listEarnedBeside(actor, { from: first, to: last }).map(({ unrated, ...pay }) => ({
    ...pay,
    count: unrated,
  }))

/** What families were charged for the lessons of a span, by teacher and instrument: the first amount of the margin. */
export const readIncome = (actor: Actor, span: Span): readonly Summed[] => sumsOf(actor, span).income

const keepSums = cacheUntilWrite<Sums>(50)

const sumsOf = (actor: Actor, span: Span): Sums =>
  keepSums([actor.school.id, span], () => {
    const months = monthsIn(span).map((piece) => {
      const { groups, missing } = readKeptGroups(actor, piece)
      return { ...sumGroups(actor, groups.flat()), missing }
    })
    const missing = months.flatMap((month) => month.missing)
    const others = sumGroups(actor, groupInParts(actor, daysSinceFirst(actor, span, missing)))
    return together([...months, others])
  })

/** What these lessons brought, and what their teachers earned by them, whether the school pays any. */
const sumGroups = (actor: Actor, groups: readonly LessonGroup[]): Sums => ({
  income: addUp(
    groups.flatMap(({ isOwn, teacherId, instrument, lessons, chargedMinor }) =>
      isOwn ? [{ teacherId, instrument, amountMinor: lessons * Math.round(chargedMinor) }] : [],
    ),
  ),
  pay: addUp(sumEarnedByLessons(actor, groups).map(({ unrated, ...pay }) => ({ ...pay, count: unrated }))),
})

const together = (all: readonly Sums[]): Sums => ({
  income: addUp(all.flatMap(({ income }) => income)),
  pay: addUp(all.flatMap(({ pay }) => pay)),
})

/** One sum for each teacher and instrument: of a large school's day some hundred groups, so no text is made as a key of each. */
function addUp(all: readonly Summed[]): Summed[] {
  const sums = new Map<string | null, Map<string | null, Required<Summed>>>()
  for (const { teacherId, instrument, amountMinor, count = 0 } of all) {
    const ofTeacher = sums.get(teacherId) ?? new Map<string | null, Required<Summed>>()
    sums.set(teacherId, ofTeacher)
    const sum = ofTeacher.get(instrument)
    if (sum) {
      sum.amountMinor += amountMinor
      sum.count += count
    } else ofTeacher.set(instrument, { teacherId, instrument, amountMinor, count })
  }
  return [...sums.values()].flatMap((ofTeacher) => [...ofTeacher.values()])
}
