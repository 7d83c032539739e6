import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { listExpectedBills } from "~/models/money/charge/month-fee.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listDueInstallments } from "~/models/money/installment/due-installments.server"
import { listExpectedHires } from "~/models/money/rental/settle-rental.server"
import { teacherNames } from "~/models/people/teacher/teacher-names.server"
import { monthOf } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import type { Narrowing } from "./analytics-period"
import type { Sees } from "./cards"
import { type Counted, isOf } from "./counted"

/** What a month to come holds: the lessons on its schedule, and what they and its fees are expected to bring. */
export function listForecast(
  actor: Actor,
  month: { first: string; last: string },
  narrowing: Narrowing,
  sees: Sees,
): Counted[] {
  const classOf = listClasses(actor)
  const expected = sees.money ? listExpected(actor, month, classOf) : []
  return [...listPlannedLessons(actor, month, "Planned", classOf), ...expected].filter((row) =>
    isOf(row, narrowing),
  )
}

/** What its lessons and fees are expected to bring, and what is known of it already. */
const listExpected = (
  actor: Actor,
  month: { first: string; last: string },
  classOf: ReturnType<typeof listClasses>,
): Counted[] => [...listBills(actor, month, classOf), ...listKnown(actor, month)]

/** What its lessons and fees are expected to bring. */
export const listBills = (
  actor: Actor,
  { first }: { first: string },
  classOf = listClasses(actor),
): Counted[] =>
  listExpectedBills(actor, monthOf(first)).map(
    ({ classId, studentId, name, kind, lessons: count, amountMinor, reason }): Counted => {
      const of = classOf.get(classId)
      const what = kind === "fee" ? reason : countOf(count, "lesson")
      return {
        of: [kind === "fee" ? "fees-expected" : "lessons-expected"],
        page: { noun: "student", id: studentId },
        name,
        on: null,
        detail: of ? `${of.name}. ${what}` : what,
        teacher: of?.teacherId ? { id: of.teacherId, name: classOf.teachers.get(of.teacherId) ?? "" } : null,
        instrument: of?.instrument ?? null,
        minutes: null,
        amountMinor,
      }
    },
  )

/** What is known of it already: instruments hired, what was entered by hand, and installments. */
export function listKnown(actor: Actor, { first, last }: { first: string; last: string }): Counted[] {
  const rented = listExpectedHires(actor, monthOf(first)).map(
    ({ studentId, name, item, amountMinor }): Counted => ({
      of: ["hire-expected"],
      page: { noun: "student", id: studentId },
      name,
      on: null,
      detail: item,
      teacher: null,
      instrument: null,
      minutes: null,
      amountMinor,
    }),
  )
  return [...rented, ...listItems(actor, first, last), ...listInstallments(actor, first, last)]
}

/** The lessons of a month that aren't canceled. */
export function listPlannedLessons(
  actor: Actor,
  { first, last }: { first: string; last: string },
  detail: string,
  classOf = listClasses(actor),
): Counted[] {
  const lessons = askAll<{
    id: string
    on: string
    minutes: number
    classId: string
    teacherId: string | null
  }>(sql`
    select x.id, x.local_date as "on", x.minutes, x.class_id as classId, x.teacher_id as teacherId
    from sessions x
    where x.school_id = ${actor.school.id} and x.local_date between ${first} and ${last} and x.state = 'planned'
    order by x.local_date, x.starts_at, x.id`)
  return lessons.map(({ id, on, minutes, classId, teacherId }): Counted => {
    const of = classOf.get(classId)
    return {
      of: ["lessons-planned", "hours-planned"],
      page: { noun: "lesson", id },
      name: of?.name ?? "",
      on,
      detail,
      teacher: teacherId ? { id: teacherId, name: classOf.teachers.get(teacherId) ?? "" } : null,
      instrument: of?.instrument ?? null,
      minutes,
      amountMinor: null,
    }
  })
}

const ofNoLesson = { teacher: null, instrument: null, minutes: null }

/** What was entered by hand for a day of the month. */
const listItems = (actor: Actor, first: string, last: string): Counted[] =>
  listUnbilledCharges(actor, { from: first, to: last })
    .filter(({ source }) => source === "item")
    .map(({ studentId, studentName, familyId, familyName, occurredOn, description, amountMinor }) => ({
      of: ["items-expected"],
      page: studentId ? { noun: "student", id: studentId } : { noun: "family", id: familyId },
      name: studentName ?? familyName,
      on: occurredOn,
      detail: description,
      ...ofNoLesson,
      amountMinor,
    }))

/** What becomes due of invoices that are paid in installments. */
const listInstallments = (actor: Actor, first: string, last: string): Counted[] =>
  listDueInstallments(actor, { first, last }).map(
    ({ invoiceId, number, familyName, dueOn, position, openMinor }) => ({
      of: ["installments-expected"],
      page: { noun: "invoice", id: invoiceId },
      name: familyName,
      on: dueOn,
      detail: `Invoice ${number ?? ""}, installment ${position}`,
      ...ofNoLesson,
      amountMinor: openMinor,
    }),
  )

function listClasses(actor: Actor) {
  const rows = askAll<{
    id: string
    name: string
    instrument: string | null
    teacherId: string | null
  }>(sql`select c.id, c.name, c.instrument, c.teacher_id as teacherId from classes c
    where c.school_id = ${actor.school.id}`)
  const classes = new Map(rows.map((row) => [row.id, row]))
  return {
    get: (id: string) => classes.get(id),
    teachers: teacherNames(actor),
  }
}
