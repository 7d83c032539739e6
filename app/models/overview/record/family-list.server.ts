import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { entries } from "~/models/money/ledger/ledger.server"
import { containing } from "~/utils/like-pattern"
import type { FamilyQuery, FamilyState } from "./family-list"

export const familiesPerPage = 50

export type ListedFamily = {
  id: string
  name: string
  /** first names, in their order; null without students */
  children: string | null
  /** the first guardian */
  guardian: string | null
  phone: string | null
  guardians: number
  /** guardians who can log in */
  inPortal: number
  /** minor units: owed is positive, below zero is account credit */
  balanceMinor: number
}

/**
 * One page of the school's families by name, and how many the filter finds. Search looks at the family, its students and its
 * guardians with their emails and numbers.
 */
export function listFamilyRecords(actor: Actor, { search, state, page }: FamilyQuery) {
  const schoolId = actor.school.id
  const balance = sql`coalesce((select sum(e.amountMinor) from (${entries}) e
    where e.school_id = ${schoolId} and e.family_id = f.id), 0)`
  const found = sql`from families f where f.school_id = ${schoolId}
    ${search ? sql`and ${matches(schoolId, search)}` : sql``} ${inState(schoolId, state, balance)}`
  const guardian = (what: "name" | "phone") => sql`(select g.${sql.raw(what)} from guardians g
    where g.school_id = ${schoolId} and g.family_id = f.id
    ${what === "phone" ? sql`and g.phone is not null` : sql``} order by g.position, g.id limit 1)`
  const families = db().all<ListedFamily>(sql`
    select f.id, f.name, ${balance} as balanceMinor, ${guardian("name")} as guardian, ${guardian("phone")} as phone,
      (select group_concat(first_name, ', ') from (select s.first_name from students s
        where s.school_id = ${schoolId} and s.family_id = f.id order by s.first_name)) as children,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = f.id) as guardians,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
        and g.member_id is not null) as inPortal
    ${found} order by f.name collate nocase, f.id
    limit ${familiesPerPage} offset ${(page - 1) * familiesPerPage}`)
  return { families, total: db().get<{ n: number }>(sql`select count(*) as n ${found}`).n }
}

function matches(schoolId: string, search: string) {
  const pattern = containing(search)
  return sql`(f.name like ${pattern} escape '\\'
    or exists (select 1 from students s where s.school_id = ${schoolId} and s.family_id = f.id
      and s.first_name || ' ' || s.last_name like ${pattern} escape '\\')
    or exists (select 1 from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
      and g.name || ' ' || coalesce(g.email, '') || ' ' || coalesce(g.phone, '') like ${pattern} escape '\\'))`
}

function inState(schoolId: string, state: FamilyState, balance: ReturnType<typeof sql>) {
  switch (state) {
    case "all":
      return sql``
    case "owing":
      return sql`and ${balance} > 0`
    case "current":
      return sql`and exists (select 1 from students s where s.school_id = ${schoolId} and s.family_id = f.id
        and s.status <> 'former')`
    case "no-portal":
      return sql`and exists (select 1 from students s where s.school_id = ${schoolId} and s.family_id = f.id
          and s.status <> 'former')
        and not exists (select 1 from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
          and g.member_id is not null)`
  }
}
