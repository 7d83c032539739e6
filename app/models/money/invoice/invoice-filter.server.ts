import { cacheUntilWrite } from "db/cache-until-write.server"
import { invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { and, eq, gte, inArray, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { containing } from "~/utils/like-pattern"
import { parseMoney } from "~/utils/money"
import { dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpenOnAnyDay, openAmount, paidAmount } from "../payment/open-amount.server"
import { type InvoiceState, type InvoiceStatus, invoiceStates } from "./invoice"
import type { InvoiceSort } from "./invoice-columns"

// Which invoices a list, a file or a sum is of.

export type InvoiceFilter = {
  status?: InvoiceStatus
  familyId?: string
  /** Sent with this run. */
  runId?: string
  /** A part of the number or of the family's name, or the total. */
  search?: string
  /** Issued in this period, `YYYY-MM-DD`, both days included; a draft counts by the end of its period. */
  from?: string
  to?: string
  sort?: InvoiceSort
  order?: "reversed"
}

/** All but the state: the rows of invoices, joined with their families. */
export function conditionsOf(
  actor: Actor,
  { familyId, runId, search, from, to }: InvoiceFilter,
): SQL | undefined {
  const pattern = containing(search?.trim() ?? "")
  const totalMinor = parseMoney(search ?? "")
  const day = sql`coalesce(${invoices.issuedOn}, ${invoices.periodTo})`
  return and(
    own(actor, invoices),
    familyId ? eq(invoices.familyId, familyId) : undefined,
    runId ? eq(invoices.runId, runId) : undefined,
    search?.trim()
      ? or(
          sql`${invoices.number} like ${pattern} escape '\\'`,
          sql`${families.name} like ${pattern} escape '\\'`,
          totalMinor ? eq(invoices.totalMinor, totalMinor) : undefined,
        )
      : undefined,
    from ? gte(day, from) : undefined,
    to ? lte(day, to) : undefined,
  )
}

/**
 * The same conditions for reading all that they find: days and texts are looked up in indexes, so that a month or a name of a
 * large school doesn't look at each invoice there ever was. `conditionsOf` is for a walk through the list in its order.
 */
export function lookUp(actor: Actor, { search, from, to, ...filter }: InvoiceFilter): SQL | undefined {
  const school = actor.school.id
  const pattern = containing(search?.trim() ?? "")
  const totalMinor = parseMoney(search ?? "")
  const first = from ?? ""
  const last = to ?? "9999-12-31"
  // A draft and a void invoice are few, and those that were issued are found by their day.
  const ofDays = sql`invoices.rowid in (
    select i.rowid from invoices i
      where i.school_id = ${school} and i.state = 'issued' and i.issued_on between ${first} and ${last}
    union all select i.rowid from invoices i
      where i.school_id = ${school} and i.state in ('draft', 'void')
        and coalesce(i.issued_on, i.period_to) between ${first} and ${last})`
  const ofText = sql`invoices.rowid in (
    select i.rowid from invoices i where i.school_id = ${school} and i.number like ${pattern} escape '\\'
    union all select i.rowid from families f join invoices i on i.school_id = f.school_id and i.family_id = f.id
      where f.school_id = ${school} and f.name like ${pattern} escape '\\'
    ${totalMinor ? sql`union all select i.rowid from invoices i where i.school_id = ${school} and i.total_minor = ${totalMinor}` : sql``})`
  return and(
    conditionsOf(actor, filter),
    search?.trim() ? ofText : undefined,
    from || to ? ofDays : undefined,
  )
}

// The state of an invoice in SQL, and how many invoices are in each.

export const creditedAmount = sql<number>`(select coalesce(sum(n.total_minor), 0) from credit_notes n
  where n.school_id = invoices.school_id and n.invoice_id = invoices.id)`
export const writtenOffAmount = sql<number>`(select coalesce(sum(w.amount_minor), 0) from write_offs w
  where w.school_id = invoices.school_id and w.invoice_id = invoices.id)`

/** The same rule as `invoiceState`, for lists and sums; a test holds the two together. */
export const stateOf = (day: string | Placeholder) => sql<InvoiceState>`case
  when ${invoices.state} <> 'issued' then ${invoices.state}
  when ${paidAmount} >= ${invoices.totalMinor} then case
    when ${writtenOffAmount} > 0 then 'written-off'
    when ${creditedAmount} > 0 and ${creditedAmount} >= ${invoices.totalMinor} then 'credited'
    else 'paid' end
  when ${dueDay} < ${day} then 'overdue'
  when ${paidAmount} > 0 and ${paidAmount} > ${creditedAmount} + ${writtenOffAmount} then 'part-paid'
  else 'sent' end`

/** How many are in a state, and what they come to, in minor units. */
type StateSum = {
  readonly state: InvoiceState
  readonly count: number
  readonly totalMinor: number
  readonly openMinor: number
  readonly overdueMinor: number
}

type StateFilter = Omit<InvoiceFilter, "status" | "sort" | "order">

/** Each state of a filter, in their order. Every invoice of the filter counts, on each of its pages: once between two writes. */
export const sumStates = (actor: Actor, day: string, filter: StateFilter): readonly StateSum[] =>
  isWhole(filter)
    ? keepWhole([actor.school.id, day], () => readStates(actor, day, filter))
    : keepSums([actor.school.id, day, filter], () => readStates(actor, day, filter))

const keepSums = cacheUntilWrite<readonly StateSum[]>(500)
/** Those of the whole school, which are read of no more than this. */
const keepWhole = cacheUntilWrite<readonly StateSum[]>(200)

const isWhole = (filter: StateFilter) => Object.values(filter).every((value) => !value)

/** The same as it is read now. */
export function readStates(actor: Actor, day: string, filter: StateFilter): StateSum[] {
  const found = isWhole(filter) ? sumSchool(actor, day) : sumsWhere(actor, day, lookUp(actor, filter)).all()
  return invoiceStates.map(
    (state) =>
      found.find((row) => row.state === state) ?? {
        state,
        count: 0,
        totalMinor: 0,
        openMinor: 0,
        overdueMinor: 0,
      },
  )
}

export const chipOf = ({ state, count, totalMinor, openMinor, overdueMinor }: StateSum) => ({
  state,
  count,
  sumMinor: overdueMinor || openMinor || totalMinor,
})

/** How many invoices are in each state, and what they come to: the same as the list's `chips` without a filter. */
export const listInvoiceStates = (actor: Actor) => sumStates(actor, todayOf(actor), {}).map(chipOf)

/** Each invoice of the condition is looked at. Nothing of a settled one is overdue, which isn't asked then. */
function sumsWhere(actor: Actor, day: string, condition: SQL | undefined) {
  const state = stateOf(day)
  return select({
    state,
    count: sql<number>`count(*)`,
    totalMinor: sql<number>`sum(${invoices.totalMinor})`,
    openMinor: sql<number>`sum(${openAmount})`,
    overdueMinor: sql<number>`sum(case when ${paidAmount} < ${invoices.totalMinor}
        then ${overdueAmount(day)} else 0 end)`,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(and(own(actor, invoices), condition))
    .groupBy(state)
}

/**
 * Those of the whole school. Years of paid invoices aren't looked at one by one: what was issued is counted in an index, and
 * all that isn't open, credited or written off is paid.
 */
function sumSchool(actor: Actor, day: string): StateSum[] {
  const school = actor.school.id
  const issued = askOne<{ count: number; totalMinor: number }>(sql`
    select count(*) as count, coalesce(sum(total_minor), 0) as totalMinor
    from invoices indexed by invoices_by_issue_day where school_id = ${school} and state = 'issued'`)
  const corrected = sql`+invoices.state = 'issued' and invoices.settled_minor >= invoices.total_minor and invoices.id in (
    select w.invoice_id from write_offs w where w.school_id = ${school}
    union select n.invoice_id from credit_notes n where n.school_id = ${school})`
  const neverIssued = inArray(invoices.state, ["draft", "void"])
  const of = (condition: SQL) => sumsWhere(actor, day, condition)
  const others = unionAll(of(isOpenOnAnyDay), of(corrected), of(neverIssued))
    .all()
    .filter(({ state }) => state !== "paid")
  const paid = others.reduce(
    ({ count, totalMinor }, { state, ...other }) =>
      state === "draft" || state === "void"
        ? { count, totalMinor }
        : { count: count - other.count, totalMinor: totalMinor - other.totalMinor },
    issued,
  )
  return [...others, { state: "paid", ...paid, openMinor: 0, overdueMinor: 0 }]
}
