import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { entries } from "~/models/money/ledger/ledger.server"
import { balancesOf } from "~/models/money/student-list/student-facts.server"
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
export function listFamilyRecords(actor: Actor, query: FamilyQuery) {
  const { page } = query
  const schoolId = actor.school.id
  const found = foundBy(schoolId, query)
  const guardian = (what: "name" | "phone") => sql`(select g.${sql.raw(what)} from guardians g
    where g.school_id = ${schoolId} and g.family_id = p.id
    ${what === "phone" ? sql`and g.phone is not null` : sql``} order by g.position, g.id limit 1)`
  // The page first: what each row says would otherwise be read of every family of the school.
  const families = db().all<Omit<ListedFamily, "balanceMinor">>(sql`
    with page as materialized (select f.id, f.name ${found} order by f.name collate nocase, f.id
      limit ${familiesPerPage} offset ${(page - 1) * familiesPerPage})
    select p.id, p.name, ${guardian("name")} as guardian, ${guardian("phone")} as phone,
      (select group_concat(first_name, ', ') from (select s.first_name from students s
        where s.school_id = ${schoolId} and s.family_id = p.id order by s.first_name)) as children,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = p.id) as guardians,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = p.id
        and g.member_id is not null) as inPortal
    from page p order by p.name collate nocase, p.id`)
  const balances = balancesOf(
    actor,
    families.map(({ id }) => id),
  )
  return {
    families: families.map(
      (family): ListedFamily => ({ ...family, balanceMinor: balances.get(family.id) ?? 0 }),
    ),
    total: db().get<{ n: number }>(sql`select count(*) as n ${found}`).n,
  }
}

/** The ids of those that the filter finds, in the list's order: of its page, or all. */
export function listFamilyIds(actor: Actor, query: FamilyQuery, isPage: boolean): string[] {
  const found = foundBy(actor.school.id, query)
  const limit = isPage ? familiesPerPage : -1
  const offset = isPage ? (query.page - 1) * familiesPerPage : 0
  return db()
    .all<{ id: string }>(
      sql`select f.id ${found} order by f.name collate nocase, f.id limit ${limit} offset ${offset}`,
    )
    .map(({ id }) => id)
}

function foundBy(schoolId: string, { search, state }: FamilyQuery) {
  return sql`from families f where f.school_id = ${schoolId}
    ${search ? sql`and ${matches(schoolId, search)}` : sql``} ${inState(schoolId, state)}`
}

function matches(schoolId: string, search: string) {
  const pattern = containing(search)
  return sql`(f.name like ${pattern} escape '\\'
    or exists (select 1 from students s where s.school_id = ${schoolId} and s.family_id = f.id
      and s.first_name || ' ' || s.last_name like ${pattern} escape '\\')
    or exists (select 1 from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
      and g.name || ' ' || coalesce(g.email, '') || ' ' || coalesce(g.phone, '') like ${pattern} escape '\\'))`
}

function inState(schoolId: string, state: FamilyState) {
  switch (state) {
    case "all":
      return sql``
    case "owing":
      return sql`and f.id in (select family_id from (${entries}) where school_id = ${schoolId}
        group by family_id having sum(amountMinor) > 0)`
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
