// Which of our files imports which, types included. Read by the check of layers, the tests of wings, and `npm run check`.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import ts from "typescript"

const roots = ["app", "db", "sandbox", "scripts", "tests", "server.ts"]
const isSource = (name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts")
const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Every source file below a folder or a file, tests included, in the order of their names. */
export function sourcesIn(path) {
  if (isFile(path)) return [path]
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter(isSource)
    .map((name) => join(path, name))
    .sort()
}

export const isTest = (path) => /\.test\.tsx?$/.test(path)

/** Where an import leads: a file of ours, or a package as `node_modules/name/`. */
export function targetOf(from, specifier) {
  const [name] = specifier.split("?")
  const path = name.startsWith("~/")
    ? `app/${name.slice(2)}`
    : name.startsWith("db/")
      ? name
      : name.startsWith(".")
        ? normalize(join(dirname(from), name))
        : undefined
  if (path === undefined) return `node_modules/${specifier}/`
  if (isFile(path)) return path
  return [".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"].map((end) => path + end).find(isFile) ?? path
}

/** @returns {Map<string, string[]>} what each file imports */
export function readImports(paths = roots) {
  const files = paths.filter(existsSync).flatMap(sourcesIn)
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"))
      return [file, [...new Set(importedFiles.map(({ fileName }) => targetOf(file, fileName)))]]
    }),
  )
}

/**
 * One way round for each group that leads back to itself, such as `a → b → a`.
 * @param {ReadonlyMap<string, Iterable<string>>} arrows
 * @returns {string[]}
 */
export function circlesIn(arrows) {
  const circles = []
  const done = new Set()
  for (const start of [...arrows.keys()].sort()) {
    if (done.has(start)) continue
    const way = wayBack(arrows, start)
    if (!way) continue
    for (const each of way) done.add(each)
    circles.push([...way, start].join(" → "))
  }
  return circles
}

/** The shortest way from a start back to it. */
function wayBack(arrows, start) {
  const cameFrom = new Map([[start, undefined]])
  const open = [start]
  for (const at of open)
    for (const next of arrows.get(at) ?? []) {
      if (next === start) {
        const way = []
        for (let step = at; step !== undefined; step = cameFrom.get(step)) way.unshift(step)
        return way
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      open.push(next)
    }
  return undefined
}
