import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"

// What is longer than this hides a second noun, a second subject or a command.

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  )
const sources = ["app", "db", "sandbox", "scripts", "tests"]
  .flatMap(filesOf)
  .concat("server.ts")
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts"))
const textOf = (path: string) => readFileSync(path, "utf8")

/** Lines of a file: near 200 for screens, near 250 for the rest, 400 for a test, which is read sentence by sentence. */
function fileLimit(path: string): number {
  if (/\.test\.tsx?$/.test(path)) return 400
  return /^app\/(routes|components)\//.test(path) ? 220 : 280
}

/** Longer by nature: tables, one row after another. */
const tables = new Set([
  "app/routes.ts",
  "app/utils/paths.ts",
  "app/utils/env.server.ts",
  "tests/routes/sweeps/access-table.ts",
])

/** Lines of a function without the functions in it, which are measured for themselves; markup is taller. */
const functionLimit = (path: string) => (path.endsWith(".tsx") ? 110 : 80)

type Body = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration
const isBody = (node: ts.Node): node is Body =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)) &&
  node.body !== undefined

/** Whether a function is the body of a test or of a group of tests: a journey is as long as what it tells. */
const isOfTest = (node: Body) =>
  ts.isCallExpression(node.parent) && /^(describe|test|it)\b/.test(node.parent.expression.getText())

/** Every function of a file with its own lines; one without a name has that of the function around it. */
function functionsOf(path: string): { name: string; lines: number }[] {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.ES2022, true)
  const found: { name: string; lines: number }[] = []
  const linesOf = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.end).line -
    source.getLineAndCharacterOfPosition(node.getStart()).line +
    1
  const walk = (node: ts.Node, around: string): number => {
    const isFunction = isBody(node)
    const name = isFunction ? nameOf(node, around) : around
    let inside = 0
    ts.forEachChild(node, (child) => {
      inside += walk(child, name)
    })
    if (!isFunction) return inside
    const lines = linesOf(node)
    if (!isOfTest(node)) found.push({ name, lines: lines - inside })
    return lines > 1 ? lines : inside
  }
  walk(source, basename(path))
  return found
}

function nameOf(node: Body, around: string): string {
  if (node.name) return node.name.getText()
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : around
}

describe("sizes", () => {
  test("files stay short enough to be read at once", () => {
    const tooLong = sources
      .filter((path) => !tables.has(path))
      .map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > fileLimit(path))
    expect(tooLong).toEqual([])
  })

  test("functions stay short enough to be read at once", () => {
    const longEnough = sources.filter((path) => textOf(path).split("\n").length > functionLimit(path))
    const tooLong = longEnough.flatMap((path) =>
      functionsOf(path)
        .filter(({ lines }) => lines > functionLimit(path))
        .map((each) => ({ path, ...each })),
    )
    expect(tooLong).toEqual([])
  })
})
