import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { netOf } from "~/models/money/expense/expense"
import { listExpenses } from "~/models/money/expense/expenses.server"
import { findCharged } from "~/models/money/pay/paid-sessions.server"
import { listEarnedByAll } from "~/models/money/pay/pay-lines.server"
import { type Narrowing, none } from "./analytics-period"
import type { Counted } from "./counted"

/** What families were charged for the lessons of a span, what their teachers earned by them, and the school's expenses. */
export function listMargin(
  actor: Actor,
  span: { first: string; last: string },
  { teacher }: Narrowing,
): Counted[] {
  const names = new Map(
    db()
      .all<{ id: string; name: string }>(
        sql`select t.id, t.name from teachers t where t.school_id = ${actor.school.id}`,
      )
      .map(({ id, name }) => [id, name]),
  )
  const isChosen = ({ teacher: of }: Counted) => teacher === undefined || (of?.id ?? none) === teacher
  const teacherOf = (id: string | null) => (id ? { id, name: names.get(id) ?? "" } : null)
  return [
    ...listIncome(actor, span, teacherOf),
    ...(actor.school.kind === "solo" ? [] : listPay(actor, span, teacherOf)),
    // What the school spends is no teacher's, and belongs to the line of those without one.
    ...(teacher === undefined || teacher === none ? listSpent(actor, span) : []),
  ].filter(isChosen)
}

type TeacherOf = (id: string | null) => Counted["teacher"]

function listIncome(
  actor: Actor,
  { first, last }: { first: string; last: string },
  teacherOf: TeacherOf,
): Counted[] {
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
  { first, last }: { first: string; last: string },
  teacherOf: TeacherOf,
): Counted[] =>
  listEarnedByAll(actor, { from: first, to: last }).map((line) => ({
    of: ["teacher-earned"],
    page: line.sessionId ? { noun: "lesson", id: line.sessionId } : { noun: "teacher", id: line.teacherId },
    name: line.title,
    on: line.localDate,
    detail: line.rule,
    teacher: teacherOf(line.teacherId),
    instrument: null,
    minutes: null,
    amountMinor: line.amountMinor ?? 0,
  }))

const listSpent = (actor: Actor, { first, last }: { first: string; last: string }): Counted[] =>
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
