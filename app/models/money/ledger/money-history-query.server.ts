import { creditNoteLines } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { type SQL, sql, sum } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { listInvoiceTaxes } from "~/models/money/invoice/list-invoices.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { todayOf } from "~/utils/clock.server"
import { writeTable } from "~/utils/csv.server"
import { addMonths, isDate } from "~/utils/dates"
import { containing } from "~/utils/like-pattern"
import { parseMoney } from "~/utils/money"
import { PER_PAGE, pageIn } from "~/utils/page-number"
import { methodLabels, type PaymentMethod, paymentMethods } from "../payment/payment"
import { listVoucherDays } from "../voucher/vouchers.server"
import { entries, hasLongLedger } from "./ledger.server"
import { type EventKind, eventFilters, eventKinds, eventNames } from "./money-history"
import { cashUp } from "./money-summary.server"

// The money history's filter as it appears in the URL. Anything unusable is left out, not refused.

const day = z.string().refine(isDate).optional().catch(undefined)

export const HistoryQuery = z.object({
  kind: z.enum(eventFilters).optional().catch(undefined),
  method: z.enum(paymentMethods).optional().catch(undefined),
  search: z.string().trim().max(100).optional().catch(undefined),
  from: day,
  to: day,
  page: z.unknown().optional().transform(pageIn),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

// Every money event of the school, and what came in day by day. Read through the same query as each family's ledger.

export type MoneyEvent = {
  kind: EventKind
  /** The invoice's, the payment's or the refund's. */
  id: string
  familyId: string
  familyName: string
  familyChildren: string | null
  /** `YYYY-MM-DD` in the school's zone: the day of issue, of voiding, of receiving. */
  on: string
  number: string | null
  method: PaymentMethod | null
  /** What a payment says, such as a check's number. */
  reference: string | null
  /** What a provider says that it was paid with. */
  paidWith: string | null
  payerName: string | null
  /** Minor units as the ledger has them: more owed is positive, less owed negative. */
  amountMinor: number
}

type Filter = Omit<HistoryQuery, "page">

/** The period a history shows when no one chose one: the last three months up to today. */
function historyPeriod(actor: Actor, { from, to }: Pick<Filter, "from" | "to">) {
  const last = to ?? todayOf(actor)
  return { from: from ?? addMonths(last, -3), to: last }
}

/**
 * Events of a period (dates, both included), newest first, 50 a page; `page` null for all of them. `sums` has count and
 * sum in minor units of each kind under the whole filter, not the page.
 */
function listMoneyEvents(actor: Actor, filter: Filter, page: number | null) {
  // The families of a page alone are looked up, unless they are searched.
  const meant = filter.search
    ? sql`(${entries}) e join families f on f.school_id = e.school_id and f.id = e.family_id`
    : sql`(${entries}) e`
  const where = conditionsOf(actor, filter)
  const newest = sql`order by e.at desc, e.step desc, e.id desc`
  const found = askAll<Omit<MoneyEvent, "familyChildren">>(sql`
    select e.kind, e.id, e.family_id as familyId, f.name as familyName, e.day as "on", e.number, e.method,
      e.payerName, e.amountMinor, p.provider_reference as reference, p.paid_with as paidWith
    from (select e.* from ${meant} where ${where}
      ${page === null ? sql`` : sql`${newest} limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`}) e
    join families f on f.school_id = e.school_id and f.id = e.family_id
    left join payments p on e.kind = 'payment' and p.school_id = e.school_id and p.id = e.id ${newest}`)
  const counted = askAll<{ kind: EventKind; count: number; sumMinor: number }>(sql`
    select e.kind, count(*) as count, sum(e.amountMinor) as sumMinor from ${meant} where ${where} group by e.kind`)
  const sums = eventKinds.map(
    (kind) => counted.find((each) => each.kind === kind) ?? { kind, count: 0, sumMinor: 0 },
  )
  return { rows: tellApart(actor, found), sums, count: sums.reduce((all, { count }) => all + count, 0) }
}

function conditionsOf(actor: Actor, { kind, method, search, from, to }: Filter): SQL {
  const period = historyPeriod(actor, { from, to })
  const pattern = containing(search ?? "")
  const conditions = [
    sql`e.school_id = ${actor.school.id}`,
    sql`e.day between ${period.from} and ${period.to}`,
    ...(kind === "received"
      ? [sql`e.kind in ('payment', 'refund', 'refund-returned', 'chargeback', 'chargeback-won', 'reversal')`]
      : kind
        ? [sql`e.kind = ${kind}`]
        : []),
    ...(method ? [sql`e.method = ${sql.param(method, payments.method)}`] : []),
    ...(search
      ? [
          sql`(f.name like ${pattern} escape '\\' or e.number like ${pattern} escape '\\' or e.payerName like ${pattern} escape '\\'
            or abs(e.amountMinor) = ${parseMoney(search)}
            or e.kind = 'payment' and e.id in (select id from payments
              where school_id = ${actor.school.id} and provider_reference = ${search}))`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` and `)
}

// A page of the money history for its screen: read once between two writes, and of a long ledger in the background.

type MoneyHistory = Readonly<ReturnType<typeof readMoneyHistory>>

/** A page of what passed in a period, the sums of all of it, and what came in each day. */
export const findMoneyHistory = (actor: Actor, query: HistoryQuery): Promise<MoneyHistory> => {
  const { from, to } = historyPeriod(actor, query)
  const asked = { ...query, from, to }
  return keepHistory([actor.school.id, asked], {
    work: schoolWork(actor, "money-history", readMoneyHistory, asked),
    isLong: hasLongLedger(actor),
  })
}

const keepHistory = keepReads<MoneyHistory>(50)

/** The same as it is read now. */
export function readMoneyHistory(actor: Actor, { page, ...filter }: HistoryQuery) {
  const period = historyPeriod(actor, filter)
  return {
    ...listMoneyEvents(actor, filter, page),
    days: cashUp(actor, period),
    voucherDays: listVoucherDays(actor, period),
    period,
  }
}

/** The money events of a filter as CSV. More owed is positive, less owed negative. */
export function writeHistoryFile(
  actor: Actor,
  filter: Omit<HistoryQuery, "page">,
): { fileName: string; csv: string } {
  const { rows } = listMoneyEvents(actor, filter, null)
  const taxOf = readEventTaxes(actor, rows)
  const csv = writeTable(rows, [
    ["Date", (event) => event.on],
    ["Type", (event) => eventNames[event.kind].one],
    ["Invoice", (event) => event.number ?? ""],
    ["Family", familyLabel],
    ["Payer", (event) => event.payerName ?? ""],
    ["Payment method", ({ method }) => (method ? methodLabels[method] : "")],
    ["Amount", (event) => event.amountMinor / 100],
    ["Tax", (event) => taxOf(event) / 100],
    ["Currency", () => actor.school.currency],
    ["Paid with", (event) => event.paidWith ?? ""],
  ])
  return { fileName: "money-history.csv", csv }
}

/**
 * The tax within each money event, in minor units with the sign of its amount: an invoice's, taken off again by its void or
 * a credit note. Money that is received or refunded has none of its own. Two queries, however many events.
 */
function readEventTaxes(
  actor: Actor,
  events: readonly Pick<MoneyEvent, "kind" | "id">[],
): (event: Pick<MoneyEvent, "kind" | "id">) => number {
  const idsOf = (...kinds: MoneyEvent["kind"][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const ofInvoices = listInvoiceTaxes(actor, idsOf("invoice", "void"))
  const ofNotes = listCreditNoteTaxes(actor, idsOf("credit-note"))
  return ({ kind, id }) => {
    switch (kind) {
      case "invoice":
        return ofInvoices.get(id) ?? 0
      case "void":
        return 0 - (ofInvoices.get(id) ?? 0)
      case "credit-note":
        return 0 - (ofNotes.get(id) ?? 0)
      default:
        return 0
    }
  }
}

function listCreditNoteTaxes(actor: Actor, noteIds: readonly string[]): Map<string, number> {
  const rows = ownRows(actor, creditNoteLines, {
    creditNoteId: creditNoteLines.creditNoteId,
    taxMinor: sum(creditNoteLines.taxMinor).mapWith(Number),
  })
    .where(among(creditNoteLines.creditNoteId, noteIds))
    .groupBy(creditNoteLines.creditNoteId)
    .all()
  return new Map(rows.map(({ creditNoteId, taxMinor }) => [creditNoteId, taxMinor]))
}
