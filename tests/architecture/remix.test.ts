import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"
import { comparedRemix } from "../routes/edge/compared-remix"

// What stands between Express and Remix rests on Remix's inside (docs/decisions/0013-our-own-remix-adapter.md). So its
// version changes together with a run that compares both.

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"))
const { dependencies, devDependencies } = json("package.json") as Record<string, Record<string, string>>
const pinned = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
  name.startsWith("@remix-run/"),
)

const howToUpgrade = `Remix is no longer ${comparedRemix}. Run tests/routes/edge/remix-equivalence.test.ts and \
tests/development; when they pass, write the new version into tests/routes/edge/compared-remix.ts.`

test("Remix has the version with which our adapter was compared", () => {
  expect(pinned.map(([name]) => name)).toContain("@remix-run/node")
  const lock = json("package-lock.json") as { packages: Record<string, { version: string }> }
  const found = pinned.map(([name, version]) => ({
    name,
    versions: [
      version,
      lock.packages[`node_modules/${name}`]?.version,
      json(`node_modules/${name}/package.json`).version,
    ],
  }))
  const other = found.filter(({ versions }) => versions.some((version) => version !== comparedRemix))
  expect(other, howToUpgrade).toEqual([])
})

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
