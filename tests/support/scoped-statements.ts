import { basename } from "node:path"
import ts from "typescript"
import { nameOf, namesOf, parameterOf, scopeOf, visibleAt } from "./declared-names"

// Reads statements of drizzle and raw SQL from the syntax tree, and tells which reach a table of a school without its school.

type Found = { where: string; line: number; what: string }
type Owned = Readonly<Record<string, string>>
/** What a condition says: which tables are held to a school, and which are tied to one another within it. */
type Facts = { scoped: Set<string>; ties: string[] }
/** What the parameters of a function are at its call, by name. */
type Renames = ReadonlyMap<string, string>

const joins = new Set(["innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin"])
const roots = new Set(["from", "update", "delete"])
const nothing: Facts = { scoped: new Set(), ties: [] }
const tie = (one: string, other: string) => [one, other].sort().join(" ")

type Method = ts.CallExpression & { expression: ts.PropertyAccessExpression }
const isMethod = (node: ts.Node): node is Method =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)

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

/** The calls of a chain, from the given one outwards: `db().select().from(x)` → `.innerJoin(…)`, `.where(…)`. */
function callsAfter(node: ts.Node): Method[] {
  const { parent } = node
  if (!ts.isPropertyAccessExpression(parent) || !isMethod(parent.parent)) return []
  return [parent.parent, ...callsAfter(parent.parent)]
}

/** The file and the function, by their names alone: folders may move. */
function placeOf(node: ts.Node): string {
  let name = ""
  for (let at = node; at.parent; at = at.parent)
    if (ts.isSourceFile(at.parent)) {
      if (ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at)) name = at.name?.text ?? ""
      if (ts.isVariableStatement(at)) name = at.declarationList.declarations[0]?.name.getText() ?? ""
    }
  return `${basename(node.getSourceFile().fileName)} ${name}`
}
const lineOf = (node: ts.Node) => {
  const file = node.getSourceFile()
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

const followsQuery = (node: ts.Node): boolean =>
  isMethod(node) && (node.expression.name.text === "from" || followsQuery(node.expression.expression))

export function findUnscoped(files: readonly ts.SourceFile[], owned: Owned) {
  const elsewhere = new Map(
    files.flatMap((file) =>
      [...namesOf(file, true).values].flatMap(([name, [value]]) => (value ? [[name, value] as const] : [])),
    ),
  )
  const result = {
    seen: 0,
    unscoped: [] as Found[],
    byHand: [] as Found[],
    withoutActor: [] as { file: string }[],
  }
  function lookInto(file: ts.SourceFile) {
    const own = namesOf(file, false)
    const isHelper = /\/own\.server\.ts$/.test(file.fileName)

    /** What a name stands for where it is used. */
    function meaningOf(name: string, at: ts.Node): ts.Node | undefined {
      const seen = visibleAt(at, own.values.get(name) ?? [])
      return seen.sort((a, b) => scopeOf(a).pos - scopeOf(b).pos).at(-1) ?? elsewhere.get(name)
    }

    /** The table an argument names; undefined for one that belongs to no school, or for a query. */
    function tableOf(node: ts.Node | undefined, renames: Renames = new Map()): string | undefined {
      if (!node || !ts.isIdentifier(node)) return undefined
      const name = renames.get(node.text) ?? node.text
      const imported = own.tables.get(name)
      if (imported === "schools" || (imported && imported in owned)) return name
      if (imported !== undefined) return undefined
      const value = meaningOf(name, node)
      // A parameter counts as owned; a subquery is looked at where it stands.
      return value && (isSubquery(value) || isChoiceOfOthers(value)) ? undefined : name
    }

    /** `tables[kind]`, unless all of them are of no school. */
    const chosen = (node: ts.Node | undefined) =>
      node &&
      (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
      !isChoiceOfOthers(node)
        ? node.getText()
        : undefined

    const isSubquery = (value: ts.Node) =>
      followsQuery(value) || (isMethod(value) && value.expression.name.text === "as")

    /** One of several tables, none of which belongs to a school. */
    function isChoiceOfOthers(value: ts.Node): boolean {
      const named: string[] = []
      const visit = (node: ts.Node, depth: number) => {
        if (ts.isIdentifier(node)) {
          const table = own.tables.get(node.text)
          if (table !== undefined) named.push(table)
          const next = meaningOf(node.text, node)
          if (next && depth < 2 && next !== value) visit(next, depth + 1)
        }
        ts.forEachChild(node, (child) => visit(child, depth))
      }
      visit(value, 0)
      return named.length > 0 && named.every((table) => !(table in owned))
    }

    const columnOf = (node: ts.Node | undefined, renames: Renames) =>
      node && ts.isPropertyAccessExpression(node) ? tableOf(node.expression, renames) : undefined

    function factsOf(node: ts.Node | undefined, renames: Renames, seen: ReadonlySet<ts.Node>): Facts {
      if (!node || seen.has(node)) return nothing
      const inside = new Set([...seen, node])
      const again = (part: ts.Node | undefined) => factsOf(part, renames, inside)
      if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSpreadElement(node))
        return again(node.expression)
      if (ts.isArrayLiteralExpression(node)) return union(node.elements.map(again))
      if (ts.isConditionalExpression(node)) return common([again(node.whenTrue), again(node.whenFalse)])
      if (ts.isIdentifier(node)) {
        const value = meaningOf(node.text, node)
        const taken = parameterOf(node, value && value.getSourceFile() === file ? scopeOf(value) : undefined)
        if (taken) return common(argumentsFor(taken).map((each) => factsOf(each, new Map(), inside)))
        return value && !ts.isFunctionLike(value) ? factsOf(value, new Map(), inside) : nothing
      }
      if (!ts.isCallExpression(node)) return nothing
      const name = nameOf(node)
      const [first, second] = node.arguments
      if (isMethod(node) && node.expression.name.text === "filter") return again(node.expression.expression)
      if (isMethod(node) && node.expression.name.text === "map" && first && ts.isArrowFunction(first))
        return again(first.body)
      if (name === "own" || name === "ofSchool") {
        const table = tableOf(second, renames) ?? chosen(second)
        return table ? { scoped: new Set([table]), ties: [] } : nothing
      }
      if (name === "joined") {
        const [one, other] = [tableOf(first, renames) ?? columnOf(first, renames), columnOf(second, renames)]
        return one && other ? { scoped: new Set(), ties: [tie(one, other)] } : nothing
      }
      if (name === "and") return union(node.arguments.map(again))
      if (name === "or") return common(node.arguments.map(again))
      if (name === "eq") return ofSchools(node, renames)
      const called = name === undefined ? undefined : meaningOf(name, node)
      if (!called || !ts.isFunctionLike(called)) return nothing
      return factsOfCall(called, node, renames, inside)
    }

    /** `schools` itself is held by its id, and tied to the tables that name it. */
    function ofSchools({ arguments: [first, second] }: ts.CallExpression, renames: Renames): Facts {
      const isIdOfSchool = (node: ts.Node | undefined) => node?.getText() === "schools.id"
      const other = isIdOfSchool(first) ? second : isIdOfSchool(second) ? first : undefined
      if (!other) return nothing
      const table = columnOf(other, renames)
      if (table && other.getText().endsWith(".schoolId"))
        return { scoped: new Set(), ties: [tie("schools", table)] }
      return { scoped: new Set(["schools"]), ties: [] }
    }

    function factsOfCall(
      called: ts.SignatureDeclaration,
      call: ts.CallExpression,
      renames: Renames,
      seen: Set<ts.Node>,
    ): Facts {
      const mine = new Map(
        called.parameters.map((parameter, index) => {
          const argument = call.arguments[index]?.getText() ?? ""
          return [parameter.name.getText(), renames.get(argument) ?? argument]
        }),
      )
      if (ts.isArrowFunction(called) && !ts.isBlock(called.body)) return factsOf(called.body, mine, seen)
      const answers: ts.Node[] = []
      const visit = (node: ts.Node) => {
        if (ts.isReturnStatement(node) && node.expression) answers.push(node.expression)
        if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
      }
      if ("body" in called && called.body) ts.forEachChild(called.body, visit)
      return common(answers.map((answer) => factsOf(answer, mine, seen)))
    }

    /** What the calls in this file give a function in the place of a parameter. */
    function argumentsFor({
      taker,
      index,
    }: {
      taker: ts.SignatureDeclaration
      index: number
    }): (ts.Node | undefined)[] {
      const holder = ts.isArrowFunction(taker) ? taker.parent : taker
      const name =
        ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder)
          ? holder.name?.getText()
          : undefined
      const found: (ts.Node | undefined)[] = []
      const visit = (node: ts.Node) => {
        if (ts.isCallExpression(node) && nameOf(node) === name) found.push(node.arguments[index])
        ts.forEachChild(node, visit)
      }
      if (name) visit(file)
      return found
    }

    /** Where a query that was named, or that a function gives back, is gone on with. */
    function continuationsOf(top: ts.Node): Method[][] {
      let at = top
      while (
        ts.isParenthesizedExpression(at.parent) ||
        ts.isReturnStatement(at.parent) ||
        ts.isBlock(at.parent)
      )
        at = at.parent
      const holder = ts.isArrowFunction(at.parent) ? at.parent.parent : at.parent
      const name =
        ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder)
          ? holder.name?.getText()
          : undefined
      if (!name) return []
      const uses: Method[][] = []
      const visit = (node: ts.Node) => {
        const { parent } = node
        const isMember = parent && ts.isPropertyAccessExpression(parent) && parent.name === node
        if (ts.isIdentifier(node) && node.text === name && parent !== holder && !isMember) {
          const used = ts.isCallExpression(parent) && parent.expression === node ? parent : node
          const calls = callsAfter(used)
          if (calls.length > 0) uses.push(calls)
        }
        ts.forEachChild(node, visit)
      }
      visit(file)
      return uses
    }

    function check(node: Method) {
      const root = tableOf(node.arguments[0]) ?? chosen(node.arguments[0])
      const after = callsAfter(node)
      const tablesOf = (calls: Method[]) =>
        calls
          .filter((call) => joins.has(call.expression.name.text))
          .flatMap((call) => tableOf(call.arguments[0]) ?? [])
      if (!root && tablesOf(after).length === 0) return
      result.seen++
      const conditionsOf = (calls: Method[]) =>
        calls.flatMap((call) => {
          const method = call.expression.name.text
          return method === "where" ? [call.arguments[0]] : joins.has(method) ? [call.arguments[1]] : []
        })
      const top = after.at(-1) ?? node
      const ways = after.some(({ expression }) => expression.name.text === "where")
        ? [[]]
        : continuationsOf(top)
      for (const way of ways.length > 0 ? ways : [[]]) {
        const calls = [...after, ...way]
        const tables = new Set([...(root ? [root] : []), ...tablesOf(calls)])
        const { scoped, ties } = union(conditionsOf(calls).map((each) => factsOf(each, new Map(), new Set())))
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
        for (const table of tables)
          if (!reached.has(table) && table !== "schools")
            result.unscoped.push({ where: placeOf(node), line: lineOf(node), what: table })
      }
    }

    /** Raw SQL: whatever `from students s` calls a table of a school, its `school_id` is compared. */
    function checkText(node: ts.Node) {
      const text = `${node.getText()} ${insertedInto(node)}`
      for (const [, list = ""] of text.matchAll(fromList))
        for (const part of list.split(",")) {
          const [first = "", ...rest] = part.trim().split(/\s+/)
          const named = /^\$\{(\w+)\}$/.exec(first)?.[1]
          if (named ? !((own.tables.get(named) ?? "") in owned) : !Object.values(owned).includes(first))
            continue
          result.seen++
          const alias = rest.find((word) => word.toLowerCase() !== "as" && !keywords.has(word.toLowerCase()))
          if (!comparesSchool(text, alias, named ?? first))
            result.unscoped.push({ where: placeOf(node), line: lineOf(node), what: named ?? first })
        }
    }

    /** What the constants and functions say that a text takes in. */
    function insertedInto(node: ts.Node): string {
      if (!ts.isTemplateExpression(node)) return ""
      return node.templateSpans
        .map(({ expression }) =>
          (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
        )
        .map((name) => meaningOf(name, node)?.getText() ?? "")
        .join(" ")
    }

    const visit = (node: ts.Node) => {
      if (isMethod(node)) {
        const method = node.expression.name.text
        const { text = "" } = node.arguments[0] && ts.isIdentifier(node.arguments[0]) ? node.arguments[0] : {}
        const isQuery = /\bdb\(\)|\bselect/.test(node.expression.expression.getText())
        if (roots.has(method) && (isQuery || own.tables.has(text))) check(node)
        if (method === "onConflictDoUpdate") checkConflict(node)
      }
      if (ts.isCallExpression(node) && nameOf(node) === "ofSchool" && !isHelper) {
        result.withoutActor.push({ file: basename(file.fileName) })
      }
      if (ts.isCallExpression(node) && nameOf(node) === "eq" && !isHelper) {
        const schoolIds = node.arguments.filter(
          (each) =>
            ts.isPropertyAccessExpression(each) && each.name.text === "schoolId" && tableOf(each.expression),
        )
        const isTie = node.arguments.some((each) => each.getText() === "schools.id")
        if (schoolIds.length > 0 && !isTie)
          result.byHand.push({ where: placeOf(node), line: lineOf(node), what: node.getText() })
      }
      if (ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) {
        if (/\b(select|update|delete)\b[\s\S]*\b(from|set)\b|^`\s*(from|join)\b/i.test(node.getText()))
          checkText(node)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)

    /** An upsert that a key without the school could lead to another school's row. */
    function checkConflict(node: Method) {
      if (!node.arguments[0]?.getText().includes(".schoolId")) {
        const insert = /insert\((\w+)\)/.exec(node.getText())?.[1] ?? ""
        if ((own.tables.get(insert) ?? "") in owned)
          result.unscoped.push({ where: placeOf(node), line: lineOf(node), what: insert })
      }
    }
  }

  for (const file of files) lookInto(file)
  return result
}

const keywords = new Set(
  "where on set inner left join order group limit using union cross natural indexed and".split(" "),
)
const fromList =
  /\b(?:from|join|update)\s+((?:\$\{\w+\}|\w+)(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*(?:\$\{\w+\}|\w+)(?:\s+(?:as\s+)?\w+)?)*)/gi

function comparesSchool(text: string, alias: string | undefined, table: string): boolean {
  const key = alias ?? table
  if (new RegExp(`\\b${key}\\.school_id\\b|\\$\\{${key}\\.schoolId\\}`).test(text)) return true
  if (!alias && /(^|[^.\w])school_id\b/.test(text)) return true
  return new RegExp(`\\$\\{(own|ofSchool|joined)\\([^}]*\\b${key}\\b`).test(text)
}
