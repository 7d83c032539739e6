import ts from "typescript"
import { isWithin, type Names, namesOf, scopeOf } from "./declared-names"
import { followsQuery, isMethod, methodOf } from "./query-chains"

// Which table of a school an expression of a file means.

/** The tables whose rows belong to a school, by the name of the constant, with the table's name in SQL. */
export type Owned = Readonly<Record<string, string>>
/** What the parameters of a function are at its call, by name. */
export type Given = ReadonlyMap<string, string>
/** A file with what its names stand for: declared in it, or exported by another file. */
export type Reading = {
  file: ts.SourceFile
  names: Names
  elsewhere: ReadonlyMap<string, ts.Node>
  owned: Owned
}

export const readingOf = (file: ts.SourceFile, elsewhere: Reading["elsewhere"], owned: Owned): Reading => ({
  file,
  names: namesOf(file, false),
  elsewhere,
  owned,
})

/** What all files export by name. */
export const exportsOf = (files: readonly ts.SourceFile[]) =>
  new Map(
    files.flatMap((file) =>
      [...namesOf(file, true).values].flatMap(([name, [value]]) => (value ? [[name, value] as const] : [])),
    ),
  )

export const isOwned = ({ names, owned }: Reading, name: string) => (names.tables.get(name) ?? "") in owned

/** What a name means where it is used. */
export function meaningOf({ names, elsewhere }: Reading, name: string, at: ts.Node): ts.Node | undefined {
  const seen = (names.values.get(name) ?? []).filter((value) => isWithin(at, scopeOf(value)))
  return seen.sort((a, b) => scopeOf(a).pos - scopeOf(b).pos).at(-1) ?? elsewhere.get(name)
}

/** The table an argument names; undefined for one that belongs to no school, or for a query. */
export function tableOf(
  reading: Reading,
  node: ts.Node | undefined,
  given: Given = new Map(),
): string | undefined {
  if (!node || !ts.isIdentifier(node)) return undefined
  const name = given.get(node.text) ?? node.text
  const imported = reading.names.tables.get(name)
  if (imported === "schools" || isOwned(reading, name)) return name
  if (imported !== undefined) return undefined
  const value = meaningOf(reading, name, node)
  // A parameter counts as owned; a subquery is looked at where it is.
  return value && (isSubquery(value) || isChoiceOfOthers(reading, value)) ? undefined : name
}

/** `tables[kind]`, unless all of them are of no school. */
export const chosenTable = (reading: Reading, node: ts.Node | undefined) =>
  node &&
  (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
  !isChoiceOfOthers(reading, node)
    ? node.getText()
    : undefined

const isSubquery = (value: ts.Node) => followsQuery(value) || (isMethod(value) && methodOf(value) === "as")

/** One of several tables, none of which belongs to a school. */
function isChoiceOfOthers(reading: Reading, value: ts.Node): boolean {
  const named: string[] = []
  const visit = (node: ts.Node, depth: number) => {
    if (ts.isIdentifier(node)) {
      const table = reading.names.tables.get(node.text)
      if (table !== undefined) named.push(table)
      const next = meaningOf(reading, node.text, node)
      if (next && depth < 2 && next !== value) visit(next, depth + 1)
    }
    ts.forEachChild(node, (child) => visit(child, depth))
  }
  visit(value, 0)
  return named.length > 0 && named.every((table) => !(table in reading.owned))
}

export const columnOf = (reading: Reading, node: ts.Node | undefined, given: Given) =>
  node && ts.isPropertyAccessExpression(node) ? tableOf(reading, node.expression, given) : undefined
