import { basename } from "node:path"
import ts from "typescript"
import { nameOf } from "./declared-names"
import { chosenTable, exportsOf, isOwned, type Owned, type Reading, readingOf, tableOf } from "./named-tables"
import {
  callsAfter,
  conditionsOf,
  continuationsOf,
  type Found,
  foundAt,
  isJoin,
  isMethod,
  type Method,
  methodOf,
} from "./query-chains"
import { isStatement, tablesOfText } from "./raw-statements"
import { heldBy } from "./school-facts"

// Reads statements of drizzle and raw SQL from the syntax tree, and tells which reach a table of a school without its school.

const acrossSchools = new Set(["platformChange", "platformChangeRows", "platformRemove", "platformRemoveRow"])

type Result = {
  /** how many tables and statements were looked at */
  seen: number
  unscoped: Found[]
  byHand: Found[]
  withoutActor: { file: string }[]
}

export function findUnscoped(files: readonly ts.SourceFile[], owned: Owned): Result {
  const elsewhere = exportsOf(files)
  const result: Result = { seen: 0, unscoped: [], byHand: [], withoutActor: [] }
  for (const file of files) lookInto(readingOf(file, elsewhere, owned), result)
  return result
}

function lookInto(reading: Reading, result: Result) {
  const isHelper = /\/own\.server\.ts$/.test(reading.file.fileName)
  const visit = (node: ts.Node) => {
    if (isMethod(node) && isRoot(reading, node)) checkChain(reading, node, result)
    if (ts.isCallExpression(node)) {
      if (!isHelper) checkCondition(reading, node, result)
      if (acrossSchools.has(nameOf(node) ?? "")) checkPlatform(reading, node, result)
      if (nameOf(node) === "platformAddOrChange") checkConflict(reading, node, result)
    }
    if (isStatement(node)) checkText(reading, node, result)
    ts.forEachChild(node, visit)
  }
  visit(reading.file)
}

/** Whether a call says what a query is of. */
function isRoot({ names }: Reading, node: Method): boolean {
  const [first] = node.arguments
  const isTable = first !== undefined && ts.isIdentifier(first) && names.tables.has(first.text)
  return methodOf(node) === "from" && (isTable || /\bselect/.test(node.expression.expression.getText()))
}

/** A chain of calls: each table of a school in it is held to the school, on every way the chain is continued. */
function checkChain(reading: Reading, node: Method, result: Result) {
  const root = tableOf(reading, node.arguments[0]) ?? chosenTable(reading, node.arguments[0])
  const after = callsAfter(node)
  const joinedIn = (calls: readonly Method[]) =>
    calls.filter(isJoin).flatMap((call) => tableOf(reading, call.arguments[0]) ?? [])
  if (!root && joinedIn(after).length === 0) return
  result.seen++
  const hasWhere = after.some((call) => methodOf(call) === "where")
  const ways = hasWhere ? [] : continuationsOf(after.at(-1) ?? node)
  for (const way of ways.length > 0 ? ways : [[]]) {
    const calls = [...after, ...way]
    const tables = new Set([...(root ? [root] : []), ...joinedIn(calls)])
    const held = heldBy(reading, conditionsOf(calls), tables)
    for (const table of tables)
      if (!held.has(table) && table !== "schools") result.unscoped.push(foundAt(node, table))
  }
}

/** A write of the platform's, which the door holds to no school: a school's table is held to it by the condition. */
function checkPlatform(reading: Reading, node: ts.CallExpression, result: Result) {
  const [named, which] = node.arguments
  const table = tableOf(reading, named)
  if (!table || table === "schools") return
  result.seen++
  if (!heldBy(reading, [which], new Set([table])).has(table)) result.unscoped.push(foundAt(node, table))
}

/** A school compared by hand, or by its id alone where no member acts. */
function checkCondition(reading: Reading, node: ts.CallExpression, result: Result) {
  if (nameOf(node) === "ofSchool") result.withoutActor.push({ file: basename(reading.file.fileName) })
  if (nameOf(node) !== "eq") return
  const schoolIds = node.arguments.filter(
    (each) =>
      ts.isPropertyAccessExpression(each) &&
      each.name.text === "schoolId" &&
      tableOf(reading, each.expression),
  )
  const isTie = node.arguments.some((each) => each.getText() === "schools.id")
  if (schoolIds.length > 0 && !isTie) result.byHand.push(foundAt(node, node.getText()))
}

/** Raw SQL: whatever `from students s` calls a table of a school, its `school_id` is compared. */
function checkText(reading: Reading, node: ts.Node, result: Result) {
  for (const { table, isScoped } of tablesOfText(reading, node)) {
    result.seen++
    if (!isScoped) result.unscoped.push(foundAt(node, table))
  }
}

/** An upsert that a key without the school could lead to another school's row. */
function checkConflict(reading: Reading, node: ts.CallExpression, result: Result) {
  const [table, , same] = node.arguments.map((each) => each.getText())
  if (table && isOwned(reading, table) && !same?.includes(".schoolId"))
    result.unscoped.push(foundAt(node, table))
}
