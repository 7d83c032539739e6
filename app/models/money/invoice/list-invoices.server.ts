import { invoiceLines, invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { and, asc, desc, eq, inArray, type SQL, sql, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { todayOf } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import { payerOf } from "../payer/payer-key.server"
import { dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpenOnAnyDay, openAmount, paidAmount } from "../payment/open-amount.server"
import { type InvoiceState, invoiceStates, statesOf } from "./invoice"
import type { InvoiceSort } from "./invoice-columns"
import {
  chipOf,
  conditionsOf,
  creditedAmount,
  type InvoiceFilter,
  lookUp,
  stateOf,
  sumStates,
  writtenOffAmount,
} from "./invoice-filter.server"

/** So many are sorted sooner than found on a walk through all. */
const fewInvoices = 500

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

/**
 * Invoices, drafts first, then the newest, 50 a page (`page` counts from 1; null for all of them). `chips` has count and
 * sum of each state under the same filter without its status: what is open for sent and part paid, what is overdue for
 * overdue, the totals for the others. `totalMinor` and `openMinor` sum the whole filter, not the page.
 */
export function listInvoices(actor: Actor, { page, ...filter }: InvoiceFilter & { page: number | null }) {
  const { day, chips, states, isFew, narrowing, order } = asked(actor, filter)
  const wide = isFew ? lookUp(actor, filter) : conditionsOf(actor, filter)
  const query = rowsWhere(day, and(wide, ...narrowing), order).$dynamic()
  const rows: InvoiceRow[] = tellApart(
    actor,
    (page === null ? query : query.limit(PER_PAGE).offset((page - 1) * PER_PAGE)).all(),
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

const rowsWhere = (day: string, which: SQL | undefined, order: SQL[]) =>
  select({
    id: invoices.id,
    number: invoices.number,
    familyId: invoices.familyId,
    familyName: families.name,
    payerId: payerOf(invoices),
    billTo: invoices.billTo,
    state: stateOf(day),
    issuedOn: invoices.issuedOn,
    dueOn: dueDay,
    totalMinor: invoices.totalMinor,
    paidMinor: paidAmount,
    openMinor: openAmount,
    overdueMinor: overdueAmount(day),
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(which)
    .orderBy(...order)

/** Those that were chosen, as rows in the order of the list. No others are looked at. */
export const listChosenInvoices = (actor: Actor, invoiceIds: readonly string[]): InvoiceRow[] => {
  const which = and(own(actor, invoices), among(invoices.id, invoiceIds))
  const day = todayOf(actor)
  return tellApart(actor, rowsWhere(day, which, orderOf("newest", false, true)).all())
}

/** What a filter asks of the database, with the count of each state that its rows may have. */
function asked(actor: Actor, filter: InvoiceFilter) {
  const day = todayOf(actor)
  const state = stateOf(day)
  const { status, sort = "newest", order, ...wideFilter } = filter
  const chips = sumStates(actor, day, wideFilter)
  const found = chips.reduce((sum, { count }) => sum + count, 0)
  // The plus keeps SQLite from walking through all invoices in this order to find one family's, or a few of a name or a month.
  const isFew = filter.familyId !== undefined || filter.runId !== undefined || found <= fewInvoices
  const states = status ? statesOf(status) : invoiceStates
  const isOwed = states.every((each) => openStates.has(each)) ? isOpenOnAnyDay : undefined
  const narrowing = status ? [isOwed, inArray(state, [...states])] : []
  return { day, chips, states, isFew, narrowing, order: orderOf(sort, order === "reversed", isFew) }
}

/** All of one family in the order of the list, with what its own pages read of them. */
export const listInvoicesOf = (actor: Actor, familyId: string) =>
  ofFamilyQuery.all(actor, { familyId, day: todayOf(actor) })

const ofFamilyQuery = query((p: Params<{ familyId: string; day: string }>, own) =>
  select({
    id: invoices.id,
    number: invoices.number,
    payerId: payerOf(invoices),
    state: stateOf(p.day),
    issuedOn: invoices.issuedOn,
    dueOn: dueDay,
    totalMinor: invoices.totalMinor,
    openMinor: openAmount,
  })
    .from(invoices)
    .where(and(own(invoices), eq(invoices.familyId, p.familyId)))
    .orderBy(...orderOf("newest", false, true)),
)

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
  return select({
    id: invoices.id,
    number: invoices.number,
    familyId: invoices.familyId,
    familyName: families.name,
    payerId: payerOf(invoices),
    state: stateOf(todayOf(actor)),
    dueOn: dueDay,
    totalMinor: invoices.totalMinor,
    openMinor: openAmount,
    paidMinor: paidAmount,
    creditedMinor: creditedAmount,
    writtenOffMinor: writtenOffAmount,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(and(own(actor, invoices), among(invoices.id, invoiceIds)))
    .orderBy(sql`+(${invoices.issuedAt} is not null)`, desc(invoices.issuedAt), desc(invoices.id))
    .all()
}

/** The ids of those that pass the filter, in the list's order: of one page, or all. Undefined for more than `most`, which aren't read. */
export function listInvoiceIds(
  actor: Actor,
  { page, ...filter }: InvoiceFilter & { page: number | null },
  most: number,
): string[] | undefined {
  const { chips, states, isFew, narrowing, order } = asked(actor, filter)
  const wide = isFew ? lookUp(actor, filter) : conditionsOf(actor, filter)
  const narrow = and(wide, ...narrowing)
  const count = chips.reduce((sum, chip) => (states.includes(chip.state) ? sum + chip.count : sum), 0)
  if (page === null && count > most) return undefined
  const query = select({ id: invoices.id })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(narrow)
    .orderBy(...order)
    .$dynamic()
  const rows = page === null ? query : query.limit(PER_PAGE).offset((page - 1) * PER_PAGE)
  return rows.all().map(({ id }) => id)
}

/** The tax within each of some invoices, by invoice, in minor units; those without any are left out. */
export function listInvoiceTaxes(actor: Actor, invoiceIds: readonly string[]): Map<string, number> {
  const rows = ownRows(actor, invoiceLines, {
    invoiceId: invoiceLines.invoiceId,
    taxMinor: sum(invoiceLines.taxMinor).mapWith(Number),
  })
    .where(among(invoiceLines.invoiceId, invoiceIds))
    .groupBy(invoiceLines.invoiceId)
    .all()
  return new Map(rows.flatMap(({ invoiceId, taxMinor }) => (taxMinor ? [[invoiceId, taxMinor]] : [])))
}
