import { transact } from "db/client.server"
import { hires } from "db/schema/money-goods"
import { students } from "db/schema/people"
import { and, asc, count, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm"
import { readChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { HireRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { containing } from "~/utils/like-pattern"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import type { Hire, HireFilter } from "./rental"
import type { HireForm } from "./rental-forms"
import { chargeHiresDue, settleHire } from "./settle-rental.server"

// The instruments students hire. What was charged stays: a price is agreed when the hire begins, and another one is
// another hire.

export const hiresPerPage = 25

type HireSearch = { state?: HireFilter; search?: string; page?: number }

const columns = {
  id: hires.id,
  studentId: hires.studentId,
  studentName: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
  familyId: students.familyId,
  item: hires.item,
  serialNumber: hires.serialNumber,
  priceMinor: hires.priceMinor,
  taxRateId: hires.taxRateId,
  isTaxFree: hires.isTaxFree,
  startsOn: hires.startsOn,
  endsOn: hires.endsOn,
}

const hireRows = () =>
  select(columns).from(hires).innerJoin(students, joined(students, hires.studentId)).$dynamic()

/** A page of hires, those that end last first, and how many there are. */
export function listHires(actor: Actor, { state, search, page = 1 }: HireSearch) {
  const day = todayOf(actor)
  const pattern = search ? containing(search) : undefined
  const which = and(
    own(actor, hires),
    state === "ended" ? lt(hires.endsOn, day) : undefined,
    state === "current" ? or(isNull(hires.endsOn), gte(hires.endsOn, day)) : undefined,
    pattern
      ? sql`(${hires.item} like ${pattern} escape '\\' or ${hires.serialNumber} like ${pattern} escape '\\'
          or ${students.firstName} || ' ' || ${students.lastName} like ${pattern} escape '\\')`
      : undefined,
  )
  const total = select({ n: count() })
    .from(hires)
    .innerJoin(students, joined(students, hires.studentId))
    .where(which)
    .get()
  const rows = hireRows()
    .where(which)
    .orderBy(desc(hires.startsOn), asc(hires.id))
    .limit(hiresPerPage)
    .offset((page - 1) * hiresPerPage)
    .all()
  return { rows, total: total?.n ?? 0 }
}

export const findHire = (actor: Actor, hireId: string): Hire | undefined =>
  hireRows()
    .where(own(actor, hires, hireId))
    .get()

export const listFamilyHires = (actor: Actor, familyId: string): Hire[] =>
  ofFamilyQuery.all(actor, { familyId })

const ofFamilyQuery = query((p: Params<{ familyId: string }>, own) =>
  hireRows()
    .where(and(own(hires), eq(students.familyId, p.familyId)))
    .orderBy(desc(hires.startsOn), asc(hires.id)),
)

/**
 * Hires an instrument out from a day in no closed month on; the months that have begun are charged at once. The same form twice adds one
 * hire, and refuses to add another.
 */
export function addHire(
  actor: Actor,
  studentId: string,
  { price, tax: choice, ...form }: HireForm,
): Result<{ hireId: string; charged: number }, HireRefusal> {
  return transact(() => {
    const earlier = ownRows(actor, hires, [
      "id",
      "studentId",
      "item",
      "serialNumber",
      "priceMinor",
      "startsOn",
    ])
      .where(eq(hires.formKey, form.formKey))
      .get()
    if (earlier)
      return isSame(earlier, { ...form, studentId, priceMinor: price })
        ? { ok: true, hireId: earlier.id, charged: 0 }
        : { ok: false, reason: "sent-before" }
    const student = find(actor, students, studentId)
    if (!student) return { ok: false, reason: "student-unknown" }
    const tax = readChosenTax(actor, choice)
    if (!tax) return { ok: false, reason: "tax-unknown" }
    if (form.endsOn !== null && form.endsOn < form.startsOn) return { ok: false, reason: "ends-before-start" }
    const earliest = addDays(todayOf(actor), -366)
    if (form.startsOn < earliest) return { ok: false, reason: "starts-too-early" }
    if (isClosed(actor, form.startsOn)) return { ok: false, reason: "closed" }
    const id = add(actor, hires, { ...form, ...tax, studentId, priceMinor: price, addedBy: actor.memberId })
    recordEvent(actor, "hire.add", id, {
      after: { item: form.item, name: student.firstName, priceMinor: price, startsOn: form.startsOn },
    })
    return { ok: true, hireId: id, charged: chargeHiresDue(actor, id) }
  })
}

type Facts = Pick<Hire, "studentId" | "item" | "serialNumber" | "priceMinor" | "startsOn">

const isSame = (added: Facts, hire: Facts): boolean =>
  added.studentId === hire.studentId &&
  added.item === hire.item &&
  added.serialNumber === hire.serialNumber &&
  added.priceMinor === hire.priceMinor &&
  added.startsOn === hire.startsOn

/**
 * Sets the last day of a hire, or takes it away again. Months that were charged already are adjusted to it: this one and
 * the last, so an earlier last day is refused.
 */
export function endHire(
  actor: Actor,
  hireId: string,
  endsOn: string | null,
): Result<{ item: string }, HireRefusal> {
  return transact(() => {
    const hire = findHire(actor, hireId)
    if (!hire) return { ok: false, reason: "hire-unknown" }
    if (hire.endsOn === endsOn) return { ok: true, item: hire.item }
    if (endsOn !== null && endsOn < hire.startsOn) return { ok: false, reason: "ends-before-start" }
    const lastMonth = monthOf(addMonths(`${monthOf(todayOf(actor))}-01`, -1))
    const isSettled = (day: string | null) => day !== null && day < `${lastMonth}-01`
    if (isSettled(endsOn) || isSettled(hire.endsOn)) return { ok: false, reason: "end-is-charged" }
    change(actor, hires, hireId, { endsOn })
    if (endsOn === null) recordEvent(actor, "hire.change", hireId, { after: { item: hire.item } })
    else recordEvent(actor, "hire.end", hireId, { after: { item: hire.item, endsOn } })
    settleHire(actor, hireId)
    chargeHiresDue(actor, hireId)
    return { ok: true, item: hire.item }
  })
}
