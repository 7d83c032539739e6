import { charges, invoices } from "db/schema/money"
import { allocations } from "db/schema/money-payments"
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { groupBy } from "~/utils/group-by"
import { containing } from "~/utils/like-pattern"
import { joinNames } from "~/utils/names"
import { PER_PAGE, pageIn } from "~/utils/page-number"
import { offInvoice, standing } from "../charge/charge-query.server"
import { payerOf } from "../payer/payer-key.server"
import { balanceStates } from "./family-balances"
import type { LedgerEntry } from "./ledger"

// The ledger of a family: opening balance, invoices, voids, payments, refunds, chargebacks, credit notes and write-offs. Nothing here is stored: entries and
// balance are read from those rows each time, all through the one query below.

/** What passed, over all families; the one query behind every balance and history. An opening balance is there by the end of its day, anywhere. */
export const entries = sql`
  select 0 as step, 'invoice' as kind, id, school_id, family_id, issued_on as day, issued_at as at, number,
    null as method, null as payerName, total_minor as amountMinor
  from invoices where state <> 'draft'
  union all
  select 1, 'void', id, school_id, family_id, voided_on, voided_at, number, null, null, -total_minor
  from invoices where state = 'void'
  union all
  select 2, case when not is_opening then 'payment' when exists (select 1 from voucher_redemptions v
    where v.school_id = payments.school_id and v.payment_id = payments.id) then 'voucher' else 'opening-balance' end, id, school_id, family_id, received_on,
    iif(is_opening, min(received_at, (unixepoch(received_on) + 129600) * 1000), received_at), null, iif(is_opening, null, method), payer_name, -amount_minor
  from payments where is_opening = 0 or reversed_at is null
  union all
  select 3, case r.kind when 'mistake' then 'reversal' when 'reversal' then 'chargeback' when 'won' then
    iif((select o.kind from refunds o where o.school_id = r.school_id and o.id = r.won_of) = 'refund', 'refund-returned', 'chargeback-won')
    else 'refund' end, r.id, r.school_id, r.family_id, r.refunded_on,
    r.refunded_at, n.number, r.method, coalesce(p.payer_name, n.bill_to), r.amount_minor
  from refunds r left join payments p on p.school_id = r.school_id and p.id = r.payment_id
    left join credit_notes n on n.school_id = r.school_id and n.id = r.credit_note_id
  where r.kind <> 'mistake' or coalesce(p.is_opening, 0) = 0
  union all
  select 4, 'credit-note', id, school_id, family_id, issued_on, issued_at, number, null, null, -total_minor
  from credit_notes
  union all
  select 5, case when w.undoes_id is null then 'write-off' else 'restored' end, w.id, w.school_id, w.family_id, w.written_off_on, w.written_off_at, i.number, null, null,
    -w.amount_minor
  from write_offs w join invoices i on i.school_id = w.school_id and i.id = w.invoice_id
  union all
  select 6, 'opening-balance', id, school_id, family_id, as_of, min(created_at, (unixepoch(as_of) + 129600) * 1000), null, null, null, amount_minor
  from opening_balances where payment_id is null and removed_at is null`

/**
 * What a family owes now, in minor units: issued invoices less voids, payments, credit notes and write-offs, plus what was
 * refunded. Below zero is in its favor. Unbilled charges are not in it.
 */
export function familyBalance(actor: Actor, familyId: string): number {
  return balanceQuery.get(actor, { familyId })?.balance ?? 0
}

const balanceQuery = query((p: Params<{ familyId: string }>, _own, school) =>
  select({ balance: sql<number>`coalesce(sum(amountMinor), 0)` })
    .from(sql`(${entries})`)
    .where(sql`school_id = ${school} and family_id = ${p.familyId}`),
)

/** Every entry of a family in the order it was made, an opening balance at its day, oldest first, each with the balance after it. */
export function familyLedger(actor: Actor, familyId: string): LedgerEntry[] {
  const rows = entriesQuery.all(actor, { familyId })
  const paidFor = listPaidFor(actor, familyId)
  let balanceMinor = 0
  return rows.map((entry) => {
    balanceMinor += entry.amountMinor
    const whose = paidFor.get(entry.id)
    return {
      ...entry,
      ...(whose ? { paidFor: whose } : {}),
      balanceMinor,
    }
  })
}

const entriesQuery = query((p: Params<{ familyId: string }>, _own, school) =>
  select({
    kind: sql<LedgerEntry["kind"]>`e.kind`,
    id: sql<string>`e.id`,
    on: sql<string>`e.day`,
    number: sql<string | null>`e.number`,
    method: sql<LedgerEntry["method"]>`e.method`,
    reference: sql<string | null>`iif(e.method = 'check', p.provider_reference, null)`,
    paidWith: sql<string | null>`p.paid_with`,
    payerName: sql<string | null>`e.payerName`,
    amountMinor: sql<number>`e.amountMinor`,
  })
    .from(
      sql`(${entries}) e left join payments p on e.kind = 'payment' and p.school_id = e.school_id and p.id = e.id`,
    )
    .where(sql`e.school_id = ${school} and e.family_id = ${p.familyId}`)
    .orderBy(sql`e.at, e.step, e.id`),
)

/** By payment, whose invoices it settles now; nothing in a family whose payers share their invoices. */
function listPaidFor(actor: Actor, familyId: string): Map<string, string> {
  const rows = paidForQuery.all(actor, { familyId })
  const texts = groupBy(rows, ({ paymentId }) => paymentId ?? "")
  return new Map(
    [...texts].map(([paymentId, paid]) => [
      paymentId,
      joinNames(paid.map(({ number, billTo }) => `invoice ${number} of ${billTo}`)),
    ]),
  )
}

const paidForQuery = query((p: Params<{ familyId: string }>, own) =>
  select({ paymentId: allocations.paymentId, number: invoices.number, billTo: invoices.billTo })
    .from(invoices)
    .innerJoin(allocations, joined(allocations.invoiceId, invoices.id))
    .where(
      and(
        own(invoices),
        eq(invoices.familyId, p.familyId),
        isNotNull(payerOf(invoices)),
        isNotNull(allocations.paymentId),
      ),
    )
    .groupBy(allocations.paymentId, invoices.id)
    .having(sql`sum(${allocations.amountMinor}) > 0`)
    .orderBy(asc(invoices.sequence)),
)

/** Of so many invoices the ledger is added up in some milliseconds. */
const shortLedger = 5000

/** Whether a school has more invoices than that: what adds up its whole ledger is then read in the background. */
export const hasLongLedger = (actor: Actor): boolean => longQuery.get(actor) !== undefined

const longQuery = query((_, own) =>
  select({ id: invoices.id }).from(invoices).where(own(invoices)).limit(1).offset(shortLedger),
)

/** Which balances to show, as the address has it; anything unusable is left out, not refused. */
export const BalanceQuery = z.object({
  state: z.enum(balanceStates).catch("all"),
  search: z.string().trim().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type BalanceQuery = z.output<typeof BalanceQuery>

export type FamilyBalance = {
  familyId: string
  familyName: string
  familyChildren: string | null
  /** Minor units: owed is positive, below zero is in the family's favor. */
  balanceMinor: number
  /** Charged and on no invoice yet, minor units. */
  unbilledMinor: number
  /** `YYYY-MM-DD` of the latest payment; null when there was none. */
  lastPaidOn: string | null
}

/** A family and what it owes. */
type Balance = Readonly<Pick<FamilyBalance, "familyId" | "familyName" | "balanceMinor">>

/**
 * The school's families with what each owes, most owed first, 50 a page (`page` counts from 1). `owedMinor` and
 * `favourMinor` sum the whole filter, not the page.
 */
export async function listFamilyBalances(actor: Actor, { page, ...filter }: BalanceQuery) {
  const all = await keptBalances(actor, filter)
  const sum = (part: (balanceMinor: number) => number) =>
    all.reduce((total, { balanceMinor }) => total + part(balanceMinor), 0)
  return {
    rows: withDetails(actor, all.slice((page - 1) * PER_PAGE, page * PER_PAGE)),
    families: all.length,
    owedMinor: sum((balanceMinor) => Math.max(balanceMinor, 0)),
    favourMinor: sum((balanceMinor) => Math.min(balanceMinor, 0)),
  }
}

type BalanceFilter = Omit<BalanceQuery, "page">

/** The whole ledger of the school, for each page of the list: once between two writes, and of a long ledger in the background. */
const keptBalances = (actor: Actor, filter: BalanceFilter): Promise<readonly Balance[]> =>
  keepBalances([actor.school.id, filter], {
    work: schoolWork(actor, "family-balances", readBalances, filter),
    isLong: hasLongLedger(actor),
  })

const keepBalances = keepReads<readonly Balance[]>(50)

/** Every family that the filter finds, as it is read now. */
export function readBalances(actor: Actor, { state, search }: BalanceFilter): Balance[] {
  const schoolId = actor.school.id
  const pattern = containing(search ?? "")
  const conditions = {
    all: sql`1`,
    owing: sql`balanceMinor > 0`,
    favour: sql`balanceMinor < 0`,
    even: sql`balanceMinor = 0`,
  }[state]
  return askAll<Balance>(sql`
    select * from (select f.id as familyId, f.name as familyName, coalesce(e.sumMinor, 0) as balanceMinor
      from families f left join (select family_id, sum(amountMinor) as sumMinor from (${entries})
        where school_id = ${schoolId} group by family_id) e on e.family_id = f.id
      where f.school_id = ${schoolId} and f.merged_into is null
      ${search ? sql`and f.name like ${pattern} escape '\\'` : sql``})
    where ${conditions} order by balanceMinor desc, familyName collate nocase, familyId`)
}

/** What a page says of each family beside its balance. */
function withDetails(actor: Actor, balances: readonly Balance[]): FamilyBalance[] {
  const schoolId = actor.school.id
  const ids = JSON.stringify(balances.map(({ familyId }) => familyId))
  const details = askAll<Pick<FamilyBalance, "unbilledMinor" | "lastPaidOn">>(sql`
    select (select coalesce(sum(${charges.amountMinor}), 0) from ${charges} where ${charges.schoolId} = ${schoolId}
        and ${charges.familyId} = f.value and ${standing} and ${offInvoice}) as unbilledMinor,
      (select max(+received_on) from payments where school_id = ${schoolId} and family_id = f.value
        and is_opening = 0) as lastPaidOn
    from json_each(${ids}) f order by f.key`)
  return tellApart(actor, balances).map((balance, index) => ({
    ...balance,
    unbilledMinor: details[index]?.unbilledMinor ?? 0,
    lastPaidOn: details[index]?.lastPaidOn ?? null,
  }))
}
