import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

/** The lines of a file that assign to something's `prototype`. */
function patchesIn(path: string, source: string): string[] {
  if (!/\.prototype\b/.test(source)) return []
  const found: string[] = []
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022)
  const look = (node: ts.Node) => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      /\.prototype\b/.test(node.left.getText(file))
    )
      found.push(`${path}: ${node.getText(file).split("\n")[0]}`)
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

test("what the platform gives everyone is not changed for everyone", () => {
  expect(patchesIn("example.ts", "Request.prototype.json = read")).toEqual([
    "example.ts: Request.prototype.json = read",
  ])
  const files = ["app", "db"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .concat("server.ts")
  expect(files.flatMap((path) => patchesIn(path, readFileSync(path, "utf8")))).toEqual([])
})
