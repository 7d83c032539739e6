import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { keepOfSchool } from "db/unchanged.server"
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { now } from "~/utils/clock.server"
import { containing } from "~/utils/like-pattern"
import { today } from "~/utils/zones"
import { payerOf } from "../payer/payer-key.server"
import { dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpen, openAmount, paidAmount } from "../payment/open-amount.server"
import { type InvoiceState, type InvoiceStatus, invoiceStates, statesOf } from "./invoice"
import type { InvoiceSort } from "./invoice-columns"

export const INVOICES_PER_PAGE = 50

export type InvoiceFilter = {
  status?: InvoiceStatus
  familyId?: string
  /** Sent with this run. */
  runId?: string
  /** A part of the number or of the family's name. */
  search?: string
  /** Issued in this period, `YYYY-MM-DD`, both days included; a draft counts by the end of its period. */
  from?: string
  to?: string
  sort?: InvoiceSort
  order?: "reversed"
}

export type InvoiceRow = {
  id: string
  number: string | null
  familyId: string
  familyName: string
  familyChildren: string | null
  /** The only payer, where each payer gets an invoice of their own. */
  payerId: string | null
  billTo: string
  state: InvoiceState
  issuedOn: string | null
  /** Of its earliest open installment, where it has a plan. */
  dueOn: string
  totalMinor: number
  paidMinor: number
  /** 0 for a draft and a void one */
  openMinor: number
  /** What of it is overdue: with a plan, the installments whose day has passed. */
  overdueMinor: number
}

const creditedAmount = sql<number>`(select coalesce(sum(n.total_minor), 0) from credit_notes n
  where n.school_id = invoices.school_id and n.invoice_id = invoices.id)`
const writtenOffAmount = sql<number>`(select coalesce(sum(w.amount_minor), 0) from write_offs w
  where w.school_id = invoices.school_id and w.invoice_id = invoices.id)`

/** The same rule as `invoiceState`, for lists and sums; a test holds the two together. */
const stateOf = (day: string) => sql<InvoiceState>`case
  when ${invoices.state} <> 'issued' then ${invoices.state}
  when ${paidAmount} >= ${invoices.totalMinor} then case
    when ${writtenOffAmount} > 0 then 'written-off'
    when ${creditedAmount} > 0 and ${creditedAmount} >= ${invoices.totalMinor} then 'credited'
    else 'paid' end
  when ${dueDay} < ${day} then 'overdue'
  when ${paidAmount} > 0 then 'part-paid'
  else 'sent' end`

/**
 * Invoices, drafts first, then the newest, 50 a page (`page` counts from 1; null for all of them). `chips` has count and
 * sum of each state under the same filter without its status: what is open for sent and part paid, what is overdue for
 * overdue, the totals for the others. `totalMinor` and `openMinor` sum the whole filter, not the page.
 */
export function listInvoices(actor: Actor, { page, ...filter }: InvoiceFilter & { page: number | null }) {
  const day = today(actor.school.timeZone, now())
  const state = stateOf(day)
  const wide = conditionsOf(actor, filter)
  const { status: _status, sort = "newest", order, ...wideFilter } = filter
  const chips = keptStates(actor, day, wideFilter)
  const states = filter.status ? statesOf(filter.status) : invoiceStates
  const isOwed = states.every((each) => openStates.has(each)) ? isOpen : undefined
  const narrow = filter.status ? and(wide, isOwed, inArray(state, [...states])) : wide
  // The plus keeps SQLite from walking through all invoices in this order to find one family's.
  const isFew = filter.familyId !== undefined || filter.runId !== undefined
  const query = db()
    .select({
      id: invoices.id,
      number: invoices.number,
      familyId: invoices.familyId,
      familyName: families.name,
      payerId: payerOf(invoices),
      billTo: invoices.billTo,
      state,
      issuedOn: invoices.issuedOn,
      dueOn: dueDay,
      totalMinor: invoices.totalMinor,
      paidMinor: paidAmount,
      openMinor: openAmount,
      overdueMinor: overdueAmount(day),
    })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(narrow)
    .orderBy(...orderOf(sort, order === "reversed", isFew))
    .$dynamic()
  const rows: InvoiceRow[] = tellApart(
    actor,
    (page === null ? query : query.limit(INVOICES_PER_PAGE).offset((page - 1) * INVOICES_PER_PAGE)).all(),
  )
  const counted = chips.filter((chip) => states.includes(chip.state))
  const sum = (pick: (chip: (typeof chips)[number]) => number) =>
    counted.reduce((total, chip) => total + pick(chip), 0)
  return {
    rows,
    chips: chips.map(chipOf),
    count: sum(({ count }) => count),
    totalMinor: sum(({ totalMinor }) => totalMinor),
    openMinor: sum(({ openMinor }) => openMinor),
  }
}

const keptStates = (actor: Actor, day: string, filter: Omit<InvoiceFilter, "status" | "sort" | "order">) =>
  keepChips([actor.school.id, day, filter], () => countStates(conditionsOf(actor, filter), stateOf(day), day))

const chipOf = ({
  state,
  count,
  totalMinor,
  openMinor,
  overdueMinor,
}: ReturnType<typeof countStates>[number]) => ({
  state,
  count,
  sumMinor: overdueMinor || openMinor || totalMinor,
})

/** How many invoices are in each state, and what they come to: the same as the list's `chips` without a filter. */
export const listInvoiceStates = (actor: Actor) =>
  keptStates(actor, today(actor.school.timeZone, now()), {}).map(chipOf)

/** The newest first where two are equal. A draft has no day of issue: it comes first, and last turned around. */
function orderOf(sort: InvoiceSort, isReversed: boolean, isFew: boolean): SQL[] {
  const [first, last] = isReversed ? [desc, asc] : [asc, desc]
  const newest = [last(invoices.issuedAt), last(invoices.id)]
  const isNumbered = sql`${invoices.issuedAt} is not null`
  const byDate = [first(isFew ? sql`+(${isNumbered})` : isNumbered), ...newest]
  switch (sort) {
    case "newest":
      return byDate
    case "family":
      return [first(sql`${families.name} collate nocase`), ...newest]
    case "due":
      return [first(dueDay), ...newest]
    case "open":
      return [last(openAmount), ...newest]
    case "amount":
      return [last(invoices.totalMinor), ...newest]
  }
}

/** Of these something is to come, so that they are found by the index of such invoices. */
const openStates = new Set<InvoiceState>(["sent", "part-paid", "overdue"])

/** What a selection asks of invoices, in the order of the list. */
export function listInvoicesById(actor: Actor, invoiceIds: readonly string[]) {
  return db()
    .select({
      id: invoices.id,
      number: invoices.number,
      familyId: invoices.familyId,
      familyName: families.name,
      payerId: payerOf(invoices),
      state: stateOf(today(actor.school.timeZone, now())),
      dueOn: dueDay,
      totalMinor: invoices.totalMinor,
      openMinor: openAmount,
      paidMinor: paidAmount,
      creditedMinor: creditedAmount,
      writtenOffMinor: writtenOffAmount,
    })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(
        own(actor, invoices),
        sql`${invoices.id} in (select value from json_each(${JSON.stringify(invoiceIds)}))`,
      ),
    )
    .orderBy(sql`+(${invoices.issuedAt} is not null)`, desc(invoices.issuedAt), desc(invoices.id))
    .all()
}

function conditionsOf(actor: Actor, { familyId, runId, search, from, to }: InvoiceFilter): SQL | undefined {
  const pattern = containing(search?.trim() ?? "")
  const day = sql`coalesce(${invoices.issuedOn}, ${invoices.periodTo})`
  return and(
    own(actor, invoices),
    familyId ? eq(invoices.familyId, familyId) : undefined,
    runId ? eq(invoices.runId, runId) : undefined,
    search?.trim()
      ? or(
          sql`${invoices.number} like ${pattern} escape '\\'`,
          sql`${families.name} like ${pattern} escape '\\'`,
        )
      : undefined,
    from ? gte(day, from) : undefined,
    to ? lte(day, to) : undefined,
  )
}

/** The ids of those that pass the filter, in the list's order: of one page, or all. */
export const listInvoiceIds = (actor: Actor, filter: InvoiceFilter & { page: number | null }): string[] =>
  listInvoices(actor, filter).rows.map(({ id }) => id)

/** These look at every invoice of the filter, on each of its pages: once between two writes. */
const keepChips = keepOfSchool<readonly Chip[]>(500)

type Chip = {
  readonly state: InvoiceState
  readonly count: number
  readonly totalMinor: number
  readonly openMinor: number
  readonly overdueMinor: number
}

function countStates(where: SQL | undefined, state: SQL<InvoiceState>, day: string) {
  const found = db()
    .select({
      state,
      count: sql<number>`count(*)`,
      totalMinor: sql<number>`sum(${invoices.totalMinor})`,
      openMinor: sql<number>`sum(${openAmount})`,
      overdueMinor: sql<number>`sum(${overdueAmount(day)})`,
    })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(where)
    .groupBy(state)
    .all()
  return invoiceStates.map(
    (each) =>
      found.find((row) => row.state === each) ?? {
        state: each,
        count: 0,
        totalMinor: 0,
        openMinor: 0,
        overdueMinor: 0,
      },
  )
}
