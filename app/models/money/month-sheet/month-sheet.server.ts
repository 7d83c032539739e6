import { accountMoves } from "db/schema/money-account-moves"
import { paySlips } from "db/schema/money-pay"
import { families } from "db/schema/people"
import { asc, between, count, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne, ownRows } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { addDays, monthBounds } from "~/utils/dates"
import { PER_PAGE } from "~/utils/page-number"
import { platformWay } from "~/utils/payment-providers"
import { sumOfPeriod } from "../expense/expenses.server"
import { entries, hasLongLedger } from "../ledger/ledger.server"
import { type EventKind, eventKinds } from "../ledger/money-history"
import { paidBackRule } from "../pay/pay"
import { type PaymentMethod, paymentMethods } from "../payment/payment"
import { sumVouchers } from "../voucher/vouchers.server"
import type { FeeSum, MonthSheet, PayoutRow, Sum, TaxSum } from "./month-rows"

// What a bookkeeper needs of a month, read from the ledger that every balance comes from: opening balance, what was
// billed, received, credited, refunded and written off, and the closing balance, which is their sum. Tax, pay and expenses beside it.

/** Every amount of a month (`YYYY-MM`). Its balances are sums over the whole ledger. */
export function findMonthSheet(actor: Actor, month: string): MonthSheet {
  const { first: from, last: to } = monthBounds(month)
  const moved = listMoved(actor, { from, to })
  const sumOf = (rows: readonly Sum[]): Sum => ({
    count: rows.reduce((sum, row) => sum + row.count, 0),
    sumMinor: rows.reduce((sum, row) => sum + row.sumMinor, 0),
  })
  const kinds = Object.fromEntries(
    eventKinds.map((kind) => [kind, sumOf(moved.filter((row) => row.kind === kind))]),
  ) as Record<EventKind, Sum>
  const byMethod = (method: PaymentMethod, ...of: EventKind[]) =>
    sumOf(moved.filter((row) => row.method === method && of.includes(row.kind))).sumMinor
  const before = sumBalances(actor, addDays(from, -1))
  const after = sumBalances(actor, to)
  return {
    from,
    to,
    openingMinor: before.dueMinor + before.creditMinor,
    kinds,
    methods: paymentMethods
      .map((method) => ({
        method,
        receivedMinor: 0 - byMethod(method, "payment", "reversal"),
        refundedMinor: byMethod(method, "refund", "refund-returned", "chargeback", "chargeback-won"),
      }))
      .filter(({ receivedMinor, refundedMinor }) => receivedMinor !== 0 || refundedMinor !== 0),
    closingMinor: after.dueMinor + after.creditMinor,
    ...after,
    fees: listFees(actor, { from, to }),
    withoutFee: countWithoutFee(actor, { from, to }),
    payouts: listPayouts(actor, { from, to }),
    taxes: listTaxes(actor, { from, to }),
    pay: sumPay(actor, { from, to }),
    paidBack: sumPaidBack(actor, { from, to }),
    expenses: sumOfPeriod(actor, { from, to }),
    otherIncome: sumOfPeriod(actor, { from, to, kind: "income" }),
    vouchers: sumVouchers(actor, { from, to }),
  }
}

type Period = { from: string; to: string }

const within = ({ from, to }: Period) => sql`day between ${from} and ${to}`

const listMoved = (actor: Actor, period: Period) =>
  askAll<Sum & { kind: EventKind; method: PaymentMethod | null }>(sql`
    select kind, method, count(*) as count, sum(amountMinor) as sumMinor from (${entries})
    where school_id = ${actor.school.id} and ${within(period)} group by kind, method`)

/** Each family's balance at the end of a day, on the accounts of that day: what a later merge moved counts where it was. */
const balancesAt = (actor: Actor, to: string) => sql`
  select coalesce(m.fromId, family_id) as familyId, sum(amountMinor) as balanceMinor from (${entries}) e
  left join (${movedAfter(actor, to)}) m on m.nounId = e.id
  where e.school_id = ${actor.school.id} and ${within({ from: "1900-01-01", to })}
  group by 1 having sum(amountMinor) <> 0`

/** The account that each record was on before the first of its moves after a day. */
const movedAfter = (actor: Actor, day: string) => sql`
  select ${accountMoves.nounId} as nounId, ${accountMoves.fromFamilyId} as fromId, min(${accountMoves.step})
  from ${accountMoves} where ${own(actor, accountMoves)} and ${accountMoves.movedOn} > ${day} group by 1`

const sumBalances = (actor: Actor, to: string): { dueMinor: number; creditMinor: number } =>
  askOne<{ dueMinor: number; creditMinor: number }>(sql`
    select coalesce(sum(max(balanceMinor, 0)), 0) as dueMinor, coalesce(sum(min(balanceMinor, 0)), 0) as creditMinor
    from (${balancesAt(actor, to)})`)

/** One page of the families with a balance, with their names, and the sum of all. */
export function pageOfBalances(actor: Actor, all: readonly Balance[], page: number) {
  const rows = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const names = ownRows(actor, families, ["id", "name"])
    .where(
      inArray(
        families.id,
        rows.map(({ familyId }) => familyId),
      ),
    )
    .orderBy(asc(families.id))
    .all()
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const named = rows.map((row) => ({ ...row, familyName: nameOf.get(row.familyId) ?? "" }))
  return {
    rows: tellApart(actor, named),
    total: all.length,
    sumMinor: all.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0),
  }
}

type Balance = { readonly familyId: string; readonly balanceMinor: number }

/** The families with a balance at the end of a day, those who owe most first. */
export const listBalances = (actor: Actor, to: string): readonly Balance[] =>
  askAll<Balance>(sql`
    select familyId, balanceMinor from (${balancesAt(actor, to)}) order by balanceMinor desc, familyId`)

/** Tax by name and rate: of what was invoiced, less what was voided or credited. */
function listTaxes(actor: Actor, period: Period): TaxSum[] {
  const school = actor.school.id
  return askAll<TaxSum>(sql`
    select name, rate, sum(amount - tax) as netMinor, sum(tax) as taxMinor from (
      select l.tax_name as name, l.tax_rate as rate, l.amount_minor as amount, l.tax_minor as tax
      from invoices i cross join invoice_lines l on l.school_id = i.school_id and l.invoice_id = i.id
      where i.school_id = ${school} and i.state <> 'draft' and i.issued_on between ${period.from} and ${period.to}
      union all
      select l.tax_name, l.tax_rate, -l.amount_minor, -l.tax_minor
      from invoices i cross join invoice_lines l on l.school_id = i.school_id and l.invoice_id = i.id
      where i.school_id = ${school} and i.state = 'void' and i.voided_on between ${period.from} and ${period.to}
      union all
      select l.tax_name, l.tax_rate, -l.amount_minor, -l.tax_minor
      from credit_notes n cross join credit_note_lines l on l.school_id = n.school_id and l.credit_note_id = n.id
      where n.school_id = ${school} and n.issued_on between ${period.from} and ${period.to})
    where name is not null group by name, rate order by name, rate`)
}

/** What each provider booked, with its fees; of the platform's, which tells only payments so, what went back is in our books. */
const listFees = (actor: Actor, { from, to }: Period): FeeSum[] =>
  askAll<FeeSum>(sql`
    select provider, currency, sum(gross) as grossMinor, sum(beside) as besideMinor, sum(fee) as feeMinor from (
      select provider, currency, case kind when 'payment' then amount_minor else 0 end as gross,
        case kind when 'payment' then 0 else amount_minor end as beside, fee_minor as fee
      from provider_entries where school_id = ${actor.school.id} and booked_on between ${from} and ${to}
      union all
      select ${platformWay}, r.currency, 0, -r.amount_minor, 0 from refunds r
      where r.school_id = ${actor.school.id} and r.refunded_on between ${from} and ${to}
        and r.provider_reference is not null
        and exists (select 1 from provider_entries e where e.school_id = r.school_id and e.payment_id = r.payment_id
          and e.provider = ${platformWay} and e.kind = 'payment'))
    group by provider, currency order by provider desc, currency`)

function countWithoutFee(actor: Actor, { from, to }: Period): number {
  const { at } = askOne<{ at: number | null }>(sql`select ${closedAt(actor, to)} as at`)
  return askOne<{ n: number }>(sql`
    select count(*) as n from payments p
    where p.school_id = ${actor.school.id} and p.received_on between ${from} and ${to}
      and exists (select 1 from payment_orders o where o.school_id = p.school_id and o.payment_id = p.id)
      and not exists (select 1 from provider_entries e where e.school_id = p.school_id and e.payment_id = p.id
        and e.created_at < ${at ?? Number.MAX_SAFE_INTEGER})`).n
}

/** When the month of a day was closed, unless it was reopened since: null of an open one. What is told later doesn't change it. */
const closedAt = ({ school }: Actor, day: string) => sql`(
  select min(c.created_at) from book_closings c where c.school_id = ${school.id} and c.closed_through >= ${day}
    and not exists (select 1 from book_closings r where r.school_id = c.school_id
      and (r.created_at, r.id) > (c.created_at, c.id) and coalesce(r.closed_through, '') < ${day}))`

const listPayouts = (actor: Actor, { from, to }: Period): PayoutRow[] =>
  askAll<PayoutRow>(sql`
    select p.id, p.provider, p.arrives_on as arrivesOn, p.amount_minor as amountMinor, p.currency, p.state,
      b.booked_on as bankedOn
    from provider_payouts p
    left join bank_entries b on b.school_id = p.school_id and b.id = p.bank_entry_id and b.state = 'ignored'
    where p.school_id = ${actor.school.id} and p.booked_on between ${from} and ${to} order by p.arrives_on, p.id`)

const sumPay = (actor: Actor, { from, to }: Period): Sum =>
  ownRows(actor, paySlips, {
    count: count(),
    sumMinor: sql<number>`coalesce(sum(${paySlips.totalMinor}), 0)`,
  })
    .where(between(paySlips.bookedOn, from, to))
    .get() ?? { count: 0, sumMinor: 0 }

/**
 * What the month's payslips paid back for expenses. A payslip says so of the work when it first has it, so a closed month stays
 * as it was when an expense is removed from pay later: the correction is the later month's.
 */
const sumPaidBack = (actor: Actor, { from, to }: Period): Sum =>
  askOne<Sum>(sql`
    select count(*) as count, coalesce(sum(l.amount_minor), 0) as sumMinor
    from pay_slips p cross join pay_slip_lines l on l.school_id = p.school_id and l.slip_id = p.id
    where p.school_id = ${actor.school.id} and p.booked_on between ${from} and ${to}
      and exists (select 1 from pay_slip_lines x where x.school_id = l.school_id and x.extra_work_id = l.extra_work_id
        and x.rule like ${sql.raw(`'%${paidBackRule}'`)})`)

// A month's figures for its screens. They are sums over the whole ledger: read once between two writes of what they are read
// of, and of a long ledger in the background.

/** Every amount of a month (`YYYY-MM`). */
export const monthSheetInBackground = (actor: Actor, month: string): Promise<Readonly<MonthSheet>> =>
  keepSheets(keyOf(actor, month), {
    work: schoolWork(actor, "month-sheet", findMonthSheet, month),
    isLong: hasLongLedger(actor),
  })

/** The families with a balance at the end of a day (`YYYY-MM-DD`), those who owe most first. */
export const balancesInBackground = (actor: Actor, to: string): Promise<readonly Balance[]> =>
  keepBalances(keyOf(actor, to), {
    work: schoolWork(actor, "month-balances", listBalances, to),
    isLong: hasLongLedger(actor),
  })

const keepSheets = keepReads<Readonly<MonthSheet>>(200)
const keepBalances = keepReads<readonly Balance[]>(50)

const keyOf = ({ school }: Actor, when: string) => [school.id, when, school.timeZone] as const
