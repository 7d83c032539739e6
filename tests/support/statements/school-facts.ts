import ts from "typescript"
import { nameOf, parameterOf, scopeOf } from "./declared-names"
import { chosenTable, columnOf, type Given, isOwned, meaningOf, type Reading, tableOf } from "./named-tables"
import { holderOf, isMethod, methodOf } from "./query-chains"

// What a condition says about the school of the tables in it.

/** What a condition says: which tables are held to a school, and which are tied to one another within it. */
type Facts = { scoped: Set<string>; ties: string[] }

const nothing: Facts = { scoped: new Set(), ties: [] }
const tie = (one: string, other: string) => [one, other].sort().join(" ")

const union = (all: readonly Facts[]): Facts => ({
  scoped: new Set(all.flatMap(({ scoped }) => [...scoped])),
  ties: all.flatMap(({ ties }) => ties),
})
const common = ([first, ...rest]: readonly Facts[]): Facts =>
  first
    ? {
        scoped: new Set([...first.scoped].filter((table) => rest.every(({ scoped }) => scoped.has(table)))),
        ties: first.ties.filter((each) => rest.every(({ ties }) => ties.includes(each))),
      }
    : nothing

/** The tables that conditions hold to a school, directly or by a tie, among the tables of a query. */
export function heldBy(
  reading: Reading,
  conditions: readonly (ts.Node | undefined)[],
  tables: ReadonlySet<string>,
): Set<string> {
  const { scoped, ties } = union(conditions.map((each) => factsOf(reading, each, new Map(), new Set())))
  const reached = new Set(scoped)
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const each of ties) {
      const [one = "", other = ""] = each.split(" ")
      // A table of the query around this one is looked at there.
      if (reached.has(one) || !tables.has(one)) reached.add(other)
      if (reached.has(other) || !tables.has(other)) reached.add(one)
    }
  }
  return reached
}

function factsOf(
  reading: Reading,
  node: ts.Node | undefined,
  given: Given,
  seen: ReadonlySet<ts.Node>,
): Facts {
  if (!node || seen.has(node)) return nothing
  const inside = new Set([...seen, node])
  const again = (part: ts.Node | undefined) => factsOf(reading, part, given, inside)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSpreadElement(node))
    return again(node.expression)
  if (ts.isArrayLiteralExpression(node)) return union(node.elements.map(again))
  if (ts.isConditionalExpression(node)) return common([again(node.whenTrue), again(node.whenFalse)])
  if (ts.isIdentifier(node)) {
    const value = meaningOf(reading, node.text, node)
    const taken = parameterOf(
      node,
      value && value.getSourceFile() === reading.file ? scopeOf(value) : undefined,
    )
    if (taken) return common(argumentsFor(taken).map((each) => factsOf(reading, each, new Map(), inside)))
    return value && !ts.isFunctionLike(value) ? factsOf(reading, value, new Map(), inside) : nothing
  }
  if (!ts.isCallExpression(node)) return nothing
  const [first] = node.arguments
  if (isMethod(node) && methodOf(node) === "filter") return again(node.expression.expression)
  if (isMethod(node) && methodOf(node) === "map" && first && ts.isArrowFunction(first))
    return again(first.body)
  const name = nameOf(node)
  if (name === "and") return union(node.arguments.map(again))
  if (name === "or") return common(node.arguments.map(again))
  const called = name === undefined ? undefined : meaningOf(reading, name, node)
  return (
    factsOfRule(reading, node, given) ??
    (called && ts.isFunctionLike(called) ? factsOfCall(reading, called, node, given, inside) : nothing)
  )
}

/** What `own`, `ofSchool`, `joined` and a comparison say; undefined for a call of anything else. */
function factsOfRule(reading: Reading, node: ts.CallExpression, given: Given): Facts | undefined {
  const [first, second] = node.arguments
  const name = nameOf(node)
  if (name === "own" || name === "ofSchool") {
    // Within a query of the door the school is not named: its table comes first.
    const isFirst = !second || (first && ts.isIdentifier(first) && isOwned(reading, first.text))
    const named = isFirst ? first : second
    const table = tableOf(reading, named, given) ?? chosenTable(reading, named)
    return table ? { scoped: new Set([table]), ties: [] } : nothing
  }
  if (name === "joined") {
    const [one, other] = [
      tableOf(reading, first, given) ?? columnOf(reading, first, given),
      columnOf(reading, second, given),
    ]
    return one && other ? { scoped: new Set(), ties: [tie(one, other)] } : nothing
  }
  return name === "eq" ? ofSchools(reading, node, given) : undefined
}

/** `schools` itself is held by its id, and tied to the tables that name it. */
function ofSchools(reading: Reading, { arguments: [first, second] }: ts.CallExpression, given: Given): Facts {
  const isIdOfSchool = (node: ts.Node | undefined) => node?.getText() === "schools.id"
  const other = isIdOfSchool(first) ? second : isIdOfSchool(second) ? first : undefined
  if (!other) return nothing
  const table = columnOf(reading, other, given)
  if (table && other.getText().endsWith(".schoolId"))
    return { scoped: new Set(), ties: [tie("schools", table)] }
  return { scoped: new Set(["schools"]), ties: [] }
}

function factsOfCall(
  reading: Reading,
  called: ts.SignatureDeclaration,
  call: ts.CallExpression,
  given: Given,
  seen: Set<ts.Node>,
): Facts {
  const mine = new Map(
    called.parameters.map((parameter, index) => {
      const argument = call.arguments[index]?.getText() ?? ""
      return [parameter.name.getText(), given.get(argument) ?? argument]
    }),
  )
  if (ts.isArrowFunction(called) && !ts.isBlock(called.body)) return factsOf(reading, called.body, mine, seen)
  const answers: ts.Node[] = []
  const visit = (node: ts.Node) => {
    if (ts.isReturnStatement(node) && node.expression) answers.push(node.expression)
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  if ("body" in called && called.body) ts.forEachChild(called.body, visit)
  return common(answers.map((answer) => factsOf(reading, answer, mine, seen)))
}

/** What the calls in this file give a function in the place of a parameter. */
function argumentsFor({
  taker,
  index,
}: {
  taker: ts.SignatureDeclaration
  index: number
}): (ts.Node | undefined)[] {
  const { name } = holderOf(taker) ?? {}
  const found: (ts.Node | undefined)[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && nameOf(node) === name) found.push(node.arguments[index])
    ts.forEachChild(node, visit)
  }
  if (name) visit(taker.getSourceFile())
  return found
}
