import { type FieldSort, isFieldSort } from "../custom-field/answer-filter"
import type { CustomField } from "../custom-field/custom-field"

// How a person looks at a list: its columns and its order. Safe in the browser.

/** The lists with columns to choose and filters to keep. */
export type ListNoun = "students" | "teachers" | "classes" | "families" | "invoices"

export type SavedFilter = { id: string; name: string; query: string; isShared: boolean; isOwn: boolean }

/** How a person looks at a list. */
export type ListView<Name extends string> = {
  /** the columns that are shown, and those of the school's own fields, of which `fields` are all */
  columns: readonly Name[]
  own: CustomField[]
  fields: CustomField[]
  saved: SavedFilter[]
  /** the filters as they would be saved, and with the page */
  current: string
  list: string
}

/** The columns of a list besides its first, by name, and those that are shown to who hasn't chosen. */
export type Columns<Name extends string> = {
  labels: Readonly<Record<Name, string>>
  usual: readonly Name[]
  /** those that only members who see prices get */
  amounts?: readonly Name[]
}

/** The same list for someone who doesn’t see prices. */
export const withoutAmounts = <Name extends string>({
  labels,
  usual,
  amounts = [],
}: Columns<Name>): Columns<Name> => ({
  labels: Object.fromEntries(
    Object.entries(labels).filter(([name]) => !amounts.some((each) => each === name)),
  ) as Record<Name, string>,
  usual: usual.filter((name) => !amounts.includes(name)),
})

export const columnNames = <Name extends string>({ labels }: Columns<Name>): Name[] =>
  Object.keys(labels) as Name[]

/** The chosen columns in their order; names that are no column are left out. */
export function readColumns<Name extends string>(
  columns: Columns<Name>,
  names: readonly string[] | undefined,
): readonly Name[] {
  const chosen = columnNames(columns).filter((name) => names?.includes(name))
  return chosen.length > 0 ? chosen : columns.usual
}

/** One of the list's own orders or by a field of the school's, and whether it's turned around. */
export type Order<Sort extends string> = { sort?: Sort | FieldSort; isReversed?: boolean }

/** The order that an address asks for; one that the list doesn't know is left out. */
export function readOrder<Sort extends string>(
  parameters: URLSearchParams,
  sorts: readonly Sort[],
): Order<Sort> {
  const asked = parameters.get("sort") ?? ""
  return {
    sort: isFieldSort(asked) ? asked : sorts.find((sort) => sort === asked),
    isReversed: parameters.get("order") === "reversed" || undefined,
  }
}

/** The same as it appears in the address; the list's first order isn't written. */
export const writeOrder = (
  { sort, isReversed }: Order<string>,
  usual: string,
): Record<string, string | undefined> => ({
  order: isReversed ? "reversed" : undefined,
  sort: sort === usual ? undefined : sort,
})

/** A query as text. Equal queries are equal texts, because each list writes its own in one order. */
export const textOfQuery = (query: Record<string, string | undefined>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()

/** The page of what is in order already. */
export const pageOfIds = (
  ids: readonly string[],
  page: number | "all",
  perPage: number,
): readonly string[] => (page === "all" ? ids : ids.slice((page - 1) * perPage, page * perPage))
