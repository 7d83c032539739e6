import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { keepOfSchool } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { tellApart } from "~/models/people/family/family-name.server"
import { containing } from "~/utils/like-pattern"
import { offInvoice, standing } from "../charge/charge-query.server"
import type { BalanceQuery } from "./balance-query.server"
import { entries } from "./ledger.server"

export const FAMILIES_PER_PAGE = 50

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

type Sums = { readonly families: number; readonly owedMinor: number; readonly favourMinor: number }
/** The whole ledger of the school, on each page of the list: once between two writes. */
const keepSums = keepOfSchool<Sums>(500)

/**
 * The school's families with what each owes, most owed first, 50 a page (`page` counts from 1). `owedMinor` and
 * `favourMinor` sum the whole filter, not the page.
 */
export function listFamilyBalances(actor: Actor, { state, search, page }: BalanceQuery) {
  const schoolId = actor.school.id
  const pattern = containing(search ?? "")
  const balances = sql`
    select f.id as familyId, f.name as familyName, coalesce(e.sumMinor, 0) as balanceMinor
    from families f left join (select family_id, sum(amountMinor) as sumMinor from (${entries})
      where school_id = ${schoolId} group by family_id) e on e.family_id = f.id
    where f.school_id = ${schoolId}
    ${search ? sql`and f.name like ${pattern} escape '\\'` : sql``}`
  const conditions = {
    all: sql`1`,
    owing: sql`balanceMinor > 0`,
    favour: sql`balanceMinor < 0`,
    even: sql`balanceMinor = 0`,
  }[state]
  const sums = keepSums([schoolId, state, search ?? ""], () =>
    db().get<Sums>(sql`
      select count(*) as families, coalesce(sum(max(balanceMinor, 0)), 0) as owedMinor,
        coalesce(sum(min(balanceMinor, 0)), 0) as favourMinor
      from (${balances}) where ${conditions}`),
  )
  const rows = db().all<Omit<FamilyBalance, "familyChildren">>(sql`
    with b as materialized (select * from (${balances}) where ${conditions}
      order by balanceMinor desc, familyName collate nocase, familyId
      limit ${FAMILIES_PER_PAGE} offset ${(page - 1) * FAMILIES_PER_PAGE})
    select b.*,
      (select coalesce(sum(${charges.amountMinor}), 0) from ${charges} where ${charges.schoolId} = ${schoolId}
        and ${charges.familyId} = b.familyId and ${standing} and ${offInvoice}) as unbilledMinor,
      (select max(+received_on) from payments where school_id = ${schoolId} and family_id = b.familyId) as lastPaidOn
    from b order by balanceMinor desc, familyName collate nocase, familyId`)
  return { rows: tellApart(actor, rows) satisfies FamilyBalance[], ...sums, perPage: FAMILIES_PER_PAGE }
}
