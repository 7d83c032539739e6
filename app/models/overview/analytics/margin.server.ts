import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { type ExpenseKind, netOf } from "~/models/money/expense/expense"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { findCharged } from "~/models/money/pay/charged.server"
import { listEarnedByAll } from "~/models/money/pay/pay-lines.server"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { addDays, earlierOf, monthBounds, monthOf } from "~/utils/dates"
import type { Narrowing } from "./analytics-period"
import { type Counted, isOf } from "./counted"
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

export function readTeachers(actor: Actor): TeacherOf {
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
export const listSpent = (actor: Actor, { first, last }: Span, kind: ExpenseKind = "expense"): Counted[] =>
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
