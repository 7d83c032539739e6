import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { netOf } from "~/models/money/expense/expense"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { findCharged } from "~/models/money/pay/charged.server"
import { listEarnedByAll } from "~/models/money/pay/pay-lines.server"
import { addDays, earlierOf, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, isOf } from "./counted"

type Span = { first: string; last: string }

/**
 * What families were charged for the lessons of a span, what their teachers earned by them, and the school's expenses: of
 * some months what they are of each.
 */
export const listMargin = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  monthsIn(span).flatMap((month) => listMonth(actor, month, narrowing))

/** The same summed up by teacher, for the card's figures: of two years no more than a month's lessons are held at once. */
export const sumMargin = (actor: Actor, span: Span, narrowing: Narrowing): Counted[] =>
  monthsIn(span).flatMap((month) => summedUp(listMonth(actor, month, narrowing)))

function monthsIn({ first, last }: Span): Span[] {
  const months: Span[] = []
  for (let from = first; from <= last; from = addDays(monthBounds(monthOf(from)).last, 1))
    months.push({ first: from, last: earlierOf(monthBounds(monthOf(from)).last, last) })
  return months
}

const summedUp = (rows: readonly Counted[]): Counted[] =>
  [...groupBy(rows, ({ of, teacher }) => `${of.join()} ${teacher?.id ?? none}`).values()].flatMap((those) =>
    those.slice(0, 1).map((first) => ({
      ...first,
      amountMinor: those.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0),
    })),
  )

function listMonth(actor: Actor, span: Span, narrowing: Narrowing): Counted[] {
  const names = new Map(
    db()
      .all<{ id: string; name: string }>(
        sql`select t.id, t.name from teachers t where t.school_id = ${actor.school.id}`,
      )
      .map(({ id, name }) => [id, name]),
  )
  const teacherOf = (id: string | null) => (id ? { id, name: names.get(id) ?? "" } : null)
  const income = listIncome(actor, span, teacherOf)
  const instruments = new Map(income.map(({ page, instrument }) => [page.id, instrument]))
  return [
    ...income,
    ...(actor.school.kind === "solo" ? [] : listPay(actor, span, { teacherOf, instruments })),
    // What the school spends is no teacher's and no instrument's, and belongs to the line of those without one.
    ...listSpent(actor, span),
  ].filter((row) => isOf(row, narrowing))
}

type TeacherOf = (id: string | null) => Counted["teacher"]

function listIncome(actor: Actor, { first, last }: Span, teacherOf: TeacherOf): Counted[] {
  const lessons = db().all<{
    id: string
    on: string
    name: string
    teacherId: string | null
    instrument: string | null
  }>(sql`
    select x.id, x.local_date as "on", c.name, x.teacher_id as teacherId, c.instrument
    from sessions x
    cross join classes c on c.school_id = x.school_id and c.id = x.class_id
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last}
      and x.state = 'planned' and x.register_taken_at is not null
    order by x.local_date, x.starts_at, x.id`)
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

const listPay = (
  actor: Actor,
  { first, last }: Span,
  { teacherOf, instruments }: { teacherOf: TeacherOf; instruments: ReadonlyMap<string, string | null> },
): Counted[] =>
  listEarnedByAll(actor, { from: first, to: last }).map((line) => ({
    of: ["teacher-earned"],
    page: line.sessionId ? { noun: "lesson", id: line.sessionId } : { noun: "teacher", id: line.teacherId },
    name: line.title,
    on: line.localDate,
    detail: line.rule,
    teacher: teacherOf(line.teacherId),
    instrument: instruments.get(line.sessionId ?? "") ?? null,
    minutes: null,
    amountMinor: line.amountMinor ?? 0,
  }))

const listSpent = (actor: Actor, { first, last }: Span): Counted[] =>
  listExpenses(actor, { from: first, to: last }, null).map((expense) => ({
    of: ["expenses-spent"],
    page: { noun: "expense", id: expense.id },
    name: expense.payee,
    on: expense.spentOn,
    detail: expense.categoryName,
    teacher: null,
    instrument: null,
    minutes: null,
    amountMinor: netOf(expense),
  }))
