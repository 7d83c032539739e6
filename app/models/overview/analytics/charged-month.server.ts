import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import type { MonthSpan } from "../dashboard/trends.server"
import type { Narrowing } from "./analytics-period"
import type { Sees } from "./cards"
import { type Counted, isOf } from "./counted"
import { listPlannedLessons } from "./forecast.server"

/**
 * A month that is over, in the columns of the forecast: the lessons it had, and what was charged for it. A fee or a lesson
 * belongs to its class's teacher, as in the forecast, and a correction to what it corrects.
 */
export function listChargedMonth(actor: Actor, span: MonthSpan, narrowing: Narrowing, sees: Sees): Counted[] {
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
export const listCharged = (actor: Actor, { first, last }: MonthSpan): Counted[] =>
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
export const listInstallments = (actor: Actor, { first, last }: MonthSpan): Counted[] =>
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
