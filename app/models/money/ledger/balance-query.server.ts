import { charges } from "db/schema/money"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE, pageIn } from "~/utils/page-number"
import { offInvoice, standing } from "../charge/charge-query.server"
import { balanceStates } from "./family-balances"
import { entries } from "./ledger.server"
import { hasLongLedger } from "./long-ledger.server"

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

/** The whole ledger of the school, for each page of the list: once between two writes, and of a long ledger aside. */
const keptBalances = (actor: Actor, filter: BalanceFilter): Promise<readonly Balance[]> =>
  keepBalances([actor.school.id, filter], {
    work: {
      name: "family-balances",
      input: { schoolId: actor.school.id, filter },
      here: () => readBalances(actor, filter),
    },
    isLong: hasLongLedger(actor),
  })

const keepBalances = keepAside<readonly Balance[]>(50)

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
