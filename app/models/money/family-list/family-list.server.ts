import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { fieldParameter, isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { inAnswerOrder } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { type Order, pageOfIds } from "~/models/foundation/saved-filter/list-view"
import { familiesByPhone } from "~/models/people/family/search-families.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"
import { entries } from "../ledger/ledger.server"
import { balancesOf } from "../student-list/student-facts.server"
import type { FamilyQuery, FamilySort, FamilyState } from "./family-list"
import { asFamilyAnswers, familiesAnswering } from "./guardian-answers.server"

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
  /** minor units: owed is positive, below zero is account credit; null for members who don’t see balances */
  balanceMinor: number | null
}

/**
 * One page of the school's families, and how many the filter finds. Search looks at the family, its students and its guardians
 * with their emails and numbers. Without an order they come by name.
 */
export function listFamilyRecords(actor: Actor, query: FamilyQuery) {
  const schoolId = actor.school.id
  const all = listFamilyIds(actor, query, false)
  const ids = pageOfIds(all, query.page, PER_PAGE)
  const guardian = (what: "name" | "phone") => sql`(select g.${sql.raw(what)} from guardians g
    where g.school_id = ${schoolId} and g.family_id = f.id
    ${what === "phone" ? sql`and g.phone is not null` : sql``} order by g.position, g.id limit 1)`
  const rows = askAll<Omit<ListedFamily, "balanceMinor">>(sql`
    select f.id, f.name, ${guardian("name")} as guardian, ${guardian("phone")} as phone,
      (select group_concat(first_name, ', ') from (select s.first_name from students s
        where s.school_id = ${schoolId} and s.family_id = f.id order by s.first_name)) as children,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
        and g.erased_at is null) as guardians,
      (select count(*) from guardians g where g.school_id = ${schoolId} and g.family_id = f.id
        and g.member_id is not null) as inPortal
    from families f where f.school_id = ${schoolId} and f.id in (select value from json_each(${JSON.stringify(ids)}))`)
  const balances = seesFamilyMoney(actor) ? balancesOf(actor, ids) : null
  const known = new Map(rows.map((row) => [row.id, row]))
  const families = ids.flatMap((id): ListedFamily[] => {
    const row = known.get(id)
    return row ? [{ ...row, balanceMinor: balances && (balances.get(id) ?? 0) }] : []
  })
  return { families, total: all.length }
}

/** The ids of those that the filter finds, in the list's order: of its page, or all. */
export function listFamilyIds(actor: Actor, query: FamilyQuery, isPage: boolean): string[] {
  const { isReversed, page, state } = query
  const seesBalances = seesFamilyMoney(actor)
  // Who doesn’t see balances finds no one by them: all would be wrong for a message to those who owe.
  if (state === "owing" && !seesBalances) return []
  const sort = query.sort === "balance" && !seesBalances ? "name" : (query.sort ?? "name")
  const answering = query.answers && familiesAnswering(actor, query.answers)
  const named = askAll<{ id: string }>(
    sql`select f.id ${foundBy(actor, query)} order by f.name collate nocase, f.id`,
  ).flatMap(({ id }) => (answering && !answering.has(id) ? [] : [id]))
  const ids = inOrder(actor, { sort, isReversed }, named)
  return isPage ? [...pageOfIds(ids, page, PER_PAGE)] : ids
}

function inOrder(actor: Actor, { sort = "name", isReversed }: Order<FamilySort>, ids: string[]): string[] {
  if (isFieldSort(sort)) {
    const isOfGuardians = listFields(actor, "guardian").some(({ id }) => fieldParameter(id) === sort)
    return isOfGuardians
      ? inAnswerOrder(
          actor,
          { noun: "guardian", sort, isReversed, asOf: (answers) => asFamilyAnswers(actor, answers) },
          ids,
        )
      : inAnswerOrder(actor, { noun: "family", sort, isReversed }, ids)
  }
  if (sort === "balance") {
    const balances = balancesOf(actor)
    ids.sort((a, b) => (balances.get(b) ?? 0) - (balances.get(a) ?? 0))
  }
  if (sort === "guardian" || sort === "portal") {
    const texts = orderTexts(actor.school.id, sort)
    const last = "\uffff"
    ids.sort((a, b) => (texts.get(a) ?? last).localeCompare(texts.get(b) ?? last, "en"))
  }
  return isReversed ? ids.reverse() : ids
}

/** The first guardian's name, or how far a family is in the portal; a family without guardians is left out. */
function orderTexts(schoolId: string, sort: "guardian" | "portal"): Map<string, string> {
  if (sort === "guardian") {
    const rows = askAll<{ familyId: string; name: string }>(sql`select g.family_id as familyId, g.name
      from guardians g where g.school_id = ${schoolId} order by g.position desc, g.id desc`)
    return new Map(rows.map(({ familyId, name }) => [familyId, name]))
  }
  const rows = askAll<{ familyId: string; step: string }>(sql`select g.family_id as familyId,
    case count(g.member_id) when 0 then '0' when count(*) then '2' else '1' end as step
    from guardians g where g.school_id = ${schoolId} group by g.family_id`)
  return new Map(rows.map(({ familyId, step }) => [familyId, step]))
}

function foundBy(actor: Actor, { search, state }: FamilyQuery) {
  const schoolId = actor.school.id
  const called = JSON.stringify(search ? familiesByPhone(actor, search) : [])
  return sql`from families f where f.school_id = ${schoolId}
    ${search ? sql`and (${matches(schoolId, search)} or f.id in (select value from json_each(${called})))` : sql``} ${inState(schoolId, state)}`
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
      return sql`and f.merged_into is null`
    case "merged":
      return sql`and f.merged_into is not null`
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
