import { cacheUntilWrite } from "db/cache-until-write.server"
import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { families, students } from "db/schema/people"
import { and, asc, count, eq, gt, gte, lte, max, min, sql, sum } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { TaxedAmount } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows, query, select } from "~/models/foundation/access/door.server"
import { among, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { type ClassWithoutPrice, listClassesWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { now } from "~/utils/clock.server"
import { afterAllDays } from "~/utils/dates"
import { PER_PAGE } from "~/utils/page-number"
import type { ChargeSource } from "./charge"
import { listChargeDiscounts } from "./charge-discounts.server"
import { offInvoice, standing } from "./charge-query.server"
import { taxedColumns } from "./seat-charges.server"

// Charges that are on no invoice yet. Nothing goes unbilled: every open charge of a family is listed here.

/** Its amount is below zero for a correction. */
export type UnbilledCharge = TaxedAmount & {
  /** What was taken off it and why; its amount is what was left. */
  discounts: { reason: string; amountMinor: number }[]
  chargeId: string
  /** Of a charge that came from a lesson. */
  seatId: string | null
  familyId: string
  familyName: string
  studentId: string | null
  studentName: string | null
  description: string
  /** `YYYY-MM-DD` */
  occurredOn: string
  reason: string
  /** Of an amount that the office set by hand: what it came to before. */
  usualMinor: number | null
  /** The mark that a charge from a lesson came from. */
  mark: MarkCode | null
  source: ChargeSource
}

/** `from` and `to` are dates, both included. A page holds 50 charges and is counted from 1; without one all come. */
export type UnbilledFilter = {
  familyId?: string
  familyIds?: readonly string[]
  from?: string
  to?: string
  page?: number
}

/** Standing charges on no issued invoice, oldest first. What is on a draft is still among them: a draft claims nothing. */
export function listUnbilledCharges(actor: Actor, filter: UnbilledFilter = {}): UnbilledCharge[] {
  // in the order of their days, all that is unbilled would be looked at for a few families
  const isOfSome = filter.familyId !== undefined || filter.familyIds !== undefined
  const query = select({
    chargeId: charges.id,
    seatId: charges.seatId,
    familyId: charges.familyId,
    familyName: families.name,
    studentId: charges.studentId,
    studentName: sql<string | null>`nullif(trim(${students.firstName} || ' ' || ${students.lastName}), '')`,
    description: charges.description,
    occurredOn: charges.occurredOn,
    reason: charges.reason,
    mark: marks.code,
    usualMinor: charges.usualMinor,
    ...taxedColumns,
    source: charges.source,
  })
    .from(charges)
    .innerJoin(families, joined(families, charges.familyId))
    .leftJoin(students, joined(students, charges.studentId))
    .leftJoin(marks, joined(marks, charges.markId))
    .where(unbilled(actor, filter))
    .orderBy(isOfSome ? sql`+${charges.occurredOn}` : asc(charges.occurredOn), asc(charges.id))
    .$dynamic()
  const rows =
    filter.page === undefined
      ? query.all()
      : query
          .limit(PER_PAGE)
          .offset((filter.page - 1) * PER_PAGE)
          .all()
  const discountsOf = listChargeDiscounts(
    actor,
    rows.map(({ chargeId }) => chargeId),
  )
  return rows.map((row) => ({ ...row, discounts: discountsOf(row.chargeId) }))
}

/** How many unbilled charges the filter finds, and their sum in minor units. */
export function sumUnbilledCharges(actor: Actor, filter: UnbilledFilter = {}) {
  const { charges, amountMinor } = findSum(actor, filter)
  return { charges, amountMinor }
}

/** Of so many charges, what looks at all of them takes a few milliseconds. */
const fewCharges = 500

/** Whether more charges than that are on no invoice yet. */
export const hasManyUnbilled = (actor: Actor): boolean => manyQuery.get(actor) !== undefined

const manyQuery = query((_, _own, school) =>
  select({ id: charges.id }).from(charges).where(unbilled(school, {})).limit(1).offset(fewCharges),
)

/** Three screens show the whole school's sum, which looks at every charge that is on no invoice: once between two writes of charges. */
const findSum = (actor: Actor, filter: UnbilledFilter) =>
  keepSum([actor.school.id, filter], () => readSum(actor, filter))

const keepSum = cacheUntilWrite<ReturnType<typeof readSum>>(500)

function readSum(actor: Actor, filter: UnbilledFilter) {
  const found = select({
    charges: count(),
    amountMinor: sum(charges.amountMinor).mapWith(Number),
    from: min(charges.occurredOn),
    to: max(charges.occurredOn),
    months: sql<string | null>`group_concat(distinct substr(${charges.occurredOn}, 1, 7))`,
  })
    .from(charges)
    .where(unbilled(actor, filter))
    .get()
  const { from = null, to = null, months = null } = found ?? {}
  return {
    charges: found?.charges ?? 0,
    amountMinor: found?.amountMinor ?? 0,
    period: from && to ? { from, to } : undefined,
    months: months?.split(",").sort() ?? [],
  }
}

export type UnbilledFamily = {
  familyId: string
  familyName: string
  charges: number
  /** Minor units; below zero when corrections outweigh the rest. */
  amountMinor: number
  /** The days of the first and the last charge, `YYYY-MM-DD`. */
  from: string
  to: string
}

/**
 * The same charges summed up by family, in the order of the families' names. The named indexes hold unbilled charges alone:
 * left to itself, SQLite may look through all charges of each family.
 */
export function listUnbilledFamilies(
  actor: Actor,
  { familyIds, from = "", to = afterAllDays }: Pick<UnbilledFilter, "familyIds" | "from" | "to"> = {},
): UnbilledFamily[] {
  const school = actor.school.id
  const those =
    familyIds === undefined
      ? sql`charges c indexed by charges_unbilled`
      : sql`(select distinct value as id from json_each(${JSON.stringify(familyIds)})) i
          cross join charges c indexed by charges_unbilled_of_family on c.school_id = ${school} and c.family_id = i.id`
  return askAll<UnbilledFamily>(sql`
      select f.id as familyId, f.name as familyName, count(*) as charges, sum(c.amount_minor) as amountMinor,
        min(c.occurred_on) as "from", max(c.occurred_on) as "to"
      from ${those}
      cross join families f on f.school_id = ${school} and f.id = c.family_id
      where c.school_id = ${school} and c.withdrawn_at is null and c.billed_lines = 0
        and c.occurred_on between ${from} and ${to}
      group by f.id`).sort(
    (a, b) => byName(a.familyName, b.familyName) || a.familyId.localeCompare(b.familyId),
  )
}

/**
 * The next family with an unbilled charge up to a day, in the order of their ids. The plus: by day SQLite would look at all
 * unbilled charges for each family.
 */
export function nextUnbilledFamily(
  actor: Actor,
  { after, to }: { after: string; to: string },
): string | undefined {
  return ownRows(actor, charges, ["familyId"])
    .where(and(standing, offInvoice, gt(charges.familyId, after), sql`+${charges.occurredOn} <= ${to}`))
    .orderBy(asc(charges.familyId))
    .limit(1)
    .get()?.familyId
}

const byName = new Intl.Collator("en").compare

/** The days of the first and the last unbilled charge; undefined when there is none. */
export const unbilledPeriod = (
  actor: Actor,
  filter: UnbilledFilter = {},
): { from: string; to: string } | undefined => findSum(actor, filter).period

/** The months that unbilled charges are in, the oldest first, `YYYY-MM`. */
export const listUnbilledMonths = (actor: Actor): readonly string[] => findSum(actor, {}).months

/**
 * There is always a first day: an index of these charges begins with it, and without one SQLite reads every charge there
 * ever was by another index, unless its statistics are complete.
 */
function unbilled(owner: Owner, { familyId, familyIds, from = "", to }: UnbilledFilter) {
  return and(
    own(owner, charges),
    standing,
    offInvoice,
    familyId === undefined ? undefined : eq(charges.familyId, familyId),
    familyIds && among(charges.familyId, familyIds),
    gte(charges.occurredOn, from),
    to === undefined ? undefined : lte(charges.occurredOn, to),
  )
}

// What waits for an invoice in the whole school, and what can't wait for one yet.

/**
 * All that is unbilled in the school: charges on no invoice with their sum in minor units; lessons that ended without
 * attendance and would be charged; and attended seats of a class without a price.
 */
export function countUnbilled(actor: Actor): {
  charges: number
  amountMinor: number
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
  /** The classes these are in. */
  classesWithoutPrice: ClassWithoutPrice[]
} {
  const viewer = actor.role === "teacher" ? actor.memberId : null
  const minute = Math.floor(now() / 60_000)
  const waiting = keepWaiting([actor.school.id, viewer, minute], () => ({
    lessonsWithoutAttendance: countMissingRegisters(actor, { charged: true }),
    classesWithoutPrice: listClassesWithoutPrice(actor),
  }))
  const { lessonsWithoutAttendance, classesWithoutPrice } = waiting
  const seatsWithoutPrice = classesWithoutPrice.reduce((sum, { seats }) => sum + seats, 0)
  return { ...sumUnbilledCharges(actor), lessonsWithoutAttendance, seatsWithoutPrice, classesWithoutPrice }
}

/** These look at every lesson that waits: once between two writes of these, and once a minute, in which a lesson may end. */
const keepWaiting = cacheUntilWrite<{
  readonly lessonsWithoutAttendance: number
  readonly classesWithoutPrice: ClassWithoutPrice[]
}>(500)
