import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"

// In a select of one table drizzle writes the columns of a selected `sql` without their tables' names. In a subquery
// `${a.id} = ${b.id}` then compares the inner table with itself, and nothing says so. A subquery in such a select writes
// its columns out (`classes.id`) instead. Conditions, orders and selects with joins keep the names.

const joins = new Set(["innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin"])
const selects = new Set(["select", "selectDistinct", "returning"])

type Named = Map<string, ts.Node>

/** What the constants and functions of a file are, by name. */
function namesOf(file: ts.SourceFile): Named {
  const names: Named = new Map()
  const collect = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      names.set(node.name.text, node.initializer)
    if (ts.isFunctionDeclaration(node) && node.name && node.body) names.set(node.name.text, node.body)
    ts.forEachChild(node, collect)
  }
  collect(file)
  return names
}

/** What a file imports of ours, by name. */
const importedIn = (file: ts.SourceFile): Set<string> =>
  new Set(
    file.statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
      const named = statement.importClause?.namedBindings
      const isOurs = /^(\.|~\/|db\/)/.test(statement.moduleSpecifier.text)
      return isOurs && named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : []
    }),
  )

const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The places where a select of one table has a subquery whose columns lose their tables. */
function findLostColumns(file: ts.SourceFile, elsewhere: Named): string[] {
  const known = new Map<ts.SourceFile, { own: Named; imported: Set<string> }>()
  const namesIn = (source: ts.SourceFile) => {
    const names = known.get(source) ?? { own: namesOf(source), imported: importedIn(source) }
    known.set(source, names)
    return names
  }
  const found: string[] = []
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node)) for (const argument of selectedIn(node)) lookForTemplates(argument)
    ts.forEachChild(node, look)
  }
  // What a node selects doesn't depend on who asks, so each is looked at once in a file.
  const seen = new Set<ts.Node>()
  const lookForTemplates = (node: ts.Node) => {
    if (seen.has(node)) return
    seen.add(node)
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") {
      if (losesColumns(node)) {
        const source = node.getSourceFile()
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.push(`${source.fileName}:${line + 1}`)
      }
      // What stands inside another template keeps its names.
      return
    }
    if (ts.isIdentifier(node) && !isNameOfProperty(node)) {
      const { own, imported } = namesIn(node.getSourceFile())
      const named = own.get(node.text) ?? (imported.has(node.text) ? elsewhere.get(node.text) : undefined)
      if (named) lookForTemplates(named)
    }
    ts.forEachChild(node, lookForTemplates)
  }
  look(file)
  return found
}

/** What a call selects of one table: the fields of `ownRows`, which joins nothing, or those of a select, the door's or drizzle's. */
function selectedIn(call: ts.CallExpression): readonly ts.Node[] {
  const { expression: called } = call
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()
  if (name === "ownRows") return call.arguments.slice(2)
  return selects.has(name) && !isJoined(call) ? call.arguments : []
}

const isNameOfProperty = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) &&
  node.parent.name === node

/** Whether the chain of calls around a select joins another table. */
function isJoined(select: ts.Node): boolean {
  for (let node = select; ; node = node.parent.parent) {
    const { parent } = node
    if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return false
    if (joins.has(parent.name.text)) return true
  }
}

/** A subquery with a column of a table, `${table.column}`, directly in its template. */
function losesColumns({ template }: ts.TaggedTemplateExpression): boolean {
  if (!/\(\s*select\b/i.test(template.getText())) return false
  if (ts.isNoSubstitutionTemplateLiteral(template)) return false
  return template.templateSpans.some(
    ({ expression }) =>
      ts.isPropertyAccessExpression(expression) &&
      ts.isIdentifier(expression.expression) &&
      !["actor", "school", "filter", "query"].includes(expression.expression.text),
  )
}

/** Exported constants, which another file may select. */
const exportsOf = (file: ts.SourceFile): [string, ts.Node][] =>
  file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      ? statement.declarationList.declarations.flatMap(({ name, initializer }): [string, ts.Node][] =>
          ts.isIdentifier(name) && initializer ? [[name.text, initializer]] : [],
        )
      : [],
  )

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(path) && !path.includes(".test.") ? [path] : []
  })
}

describe("subqueries in a select of one table", () => {
  test("write their columns out, so that each keeps its table", () => {
    const files = ["app/models", "app/jobs", "app/utils", "db"]
      .flatMap(sources)
      .map((path) => parse(path, readFileSync(path, "utf8")))
    const elsewhere: Named = new Map(files.flatMap(exportsOf))
    expect(files.length).toBeGreaterThan(300)
    expect([...new Set(files.flatMap((file) => findLostColumns(file, elsewhere)))]).toEqual([])
  })

  const condition = "b.x = $" + "{a.id}"
  const subquery = `sql\`(select 1 from b where ${condition})\``
  test.each([
    ["in the select itself", `db().select({ n: ${subquery} }).from(a).all()`, 1],
    ["in a constant", `const n = ${subquery}\ndb().select({ n }).from(a).all()`, 1],
    ["in a function", `function n() { return ${subquery} }\ndb().select({ n: n() }).from(a).all()`, 1],
    ["in what an update returns", `db().update(a).set({}).returning({ n: ${subquery} })`, 1],
    ["asked by the door", `select({ n: ${subquery} }).from(a).all()`, 1],
    ["in rows of one's own", `ownRows(actor, a, { n: ${subquery} }).all()`, 1],
    ["with a join", `db().select({ n: ${subquery} }).from(a).leftJoin(c, d).all()`, 0],
    ["in a condition", `db().select({ id: a.id }).from(a).where(${subquery})`, 0],
    ["written out", "db().select({ n: sql`(select 1 from b where b.x = a.id)` }).from(a)", 0],
  ])("%s", (_, text, times) => {
    expect(findLostColumns(parse("a.ts", text), new Map())).toHaveLength(times)
  })
})
