import { transact } from "db/client.server"
import { listColumns, savedFilters } from "db/schema/foundation-lists"
import { and, asc, count, eq, or, sql } from "drizzle-orm"
import type { Result } from "~/utils/result"
import type { Actor } from "../access/actor"
import { add, find, type Params, query, remove, select } from "../access/door.server"
import { among, own } from "../access/own.server"
import { recordEvent } from "../audit/audit.server"
import { deleteToBin } from "../deleted-record/deleted-record.server"
import type { ListNoun, SavedFilter } from "./list-view"

// How people look at a list: the filters they keep under a name, and the columns they want.

/** One person keeps at most so many filters of a list. */
export const mostFilters = 30

/** The filters of a list that this person sees: their own and the shared ones, by name. */
export const listSavedFilters = (actor: Actor, noun: ListNoun): SavedFilter[] =>
  listFiltersOf(actor, [noun]).map(({ noun: _, ...filter }) => filter)

/** The same of several lists, by list and name. */
export function listFiltersOf(
  actor: Actor,
  nouns: readonly ListNoun[],
): (SavedFilter & { noun: ListNoun })[] {
  const found = filtersQuery
    .all(actor, { memberId: actor.memberId ?? "", nouns: JSON.stringify(nouns) })
    .map(({ id, noun, name, query, isShared, memberId }) => ({
      id,
      noun,
      name,
      query,
      isShared,
      isOwn: memberId === actor.memberId,
    }))
  return nouns.flatMap((noun) => found.flatMap((row) => (row.noun === noun ? [{ ...row, noun }] : [])))
}

const filtersQuery = query((p: Params<{ memberId: string; nouns: string }>, own) =>
  select()
    .from(savedFilters)
    .where(
      and(
        own(savedFilters),
        among(savedFilters.noun, p.nouns),
        or(eq(savedFilters.isShared, true), eq(savedFilters.memberId, p.memberId)),
      ),
    )
    .orderBy(sql`${savedFilters.name} collate nocase`, asc(savedFilters.id)),
)

/** Keeps a filter under a name; one of the person's own with the same name is replaced. */
export function saveFilter(
  actor: Actor,
  filter: { noun: ListNoun; name: string; query: string; isShared: boolean },
): Result<{ filterId: string }, "too-many"> {
  const { memberId } = actor
  if (!memberId) throw new Error("Only a member saves filters.")
  return transact(() => {
    const mine = and(
      own(actor, savedFilters),
      eq(savedFilters.noun, filter.noun),
      eq(savedFilters.memberId, memberId),
    )
    remove(actor, savedFilters, and(mine, eq(savedFilters.name, filter.name)))
    const kept = select({ n: count() }).from(savedFilters).where(mine).get()?.n ?? 0
    if (kept >= mostFilters) return { ok: false, reason: "too-many" }
    const id = add(actor, savedFilters, { memberId, ...filter })
    recordEvent(actor, "saved-filter.save", id, { after: { name: filter.name, isShared: filter.isShared } })
    return { ok: true, filterId: id }
  })
}

/** Removes a filter of the person's own. */
export function removeFilter(actor: Actor, filterId: string): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const found = find(actor, savedFilters, filterId)
    if (!found || found.memberId !== actor.memberId) return { ok: false, reason: "not-found" }
    deleteToBin(actor, { noun: "saved-filter", recordId: filterId, name: found.name }, () => {
      remove(actor, savedFilters, filterId)
    })
    recordEvent(actor, "saved-filter.remove", filterId, { before: { name: found.name } })
    return { ok: true, name: found.name }
  })
}

/** The columns that this person chose for a list; undefined for the usual ones. */
export function findColumns(actor: Actor, noun: ListNoun): string[] | undefined {
  const row = columnsQuery.get(actor, { memberId: actor.memberId ?? "", noun })
  return row && (JSON.parse(row.columns) as string[])
}

const columnsQuery = query((p: Params<{ memberId: string; noun: string }>, own) =>
  select({ columns: listColumns.columns })
    .from(listColumns)
    .where(and(own(listColumns), eq(listColumns.memberId, p.memberId), eq(listColumns.noun, p.noun))),
)

/** Keeps which columns of a list this person wants; without any the usual ones are back. */
export function chooseColumns(actor: Actor, noun: ListNoun, columns: readonly string[]) {
  const { memberId } = actor
  if (!memberId) throw new Error("Only a member chooses columns.")
  transact(() => {
    remove(actor, listColumns, and(eq(listColumns.memberId, memberId), eq(listColumns.noun, noun)))
    if (columns.length === 0) return
    add(actor, listColumns, { memberId, noun, columns: JSON.stringify(columns) })
  })
}
