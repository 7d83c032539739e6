import { readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { routeTable } from "../tests/support/route-table"
import { isTest, readImports, sourcesIn } from "./import-graph.mjs"

// Which tests are nearest to what was changed: those of its folder, those that import it, directly or through a few files, and
// those of routes that ask an address which it draws or answers.

/** Everything imports these; only what mentions a changed word is looked at. */
const mostImporters = 40
const furthest = 3

/** A changed file, and the names on its changed lines. */
export type Change = { path: string; words: ReadonlySet<string> }

/** How far a test is from a change, and how often it names what is near. */
type Nearness = { distance: number; times: number }

/** Tests by how far they are from a change, the nearest first. */
export function nearestTests(
  changes: readonly Change[],
  imports: ReadonlyMap<string, readonly string[]> = readImports(),
): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])

  const found = new Map<string, Nearness>()
  const note = (test: string, distance: number, times = 1) => {
    const known = found.get(test)
    if (!known || distance < known.distance) found.set(test, { distance, times })
    else if (distance === known.distance) known.times += times
  }
  const screens = new Map<string, number>()
  for (const { path, words } of changes) {
    if (isTest(path)) note(path, 0)
    for (const test of imports.keys())
      if (isTest(test) && test !== path && dirname(test) === dirname(path))
        note(test, isNamedAlike(test, path) ? 0 : 1, 0)
    const seen = new Map([[path, 0]])
    for (const [file, distance] of seen) {
      if (/^app\/(routes\/|root)/.test(file))
        screens.set(file, Math.min(distance, screens.get(file) ?? distance))
      const all = importers.get(file) ?? []
      const isHub = all.length > mostImporters
      if (distance === furthest || (distance > 0 && isHub)) continue
      for (const each of all) {
        const times = isHub ? countWords(each, words) : 1
        if (times === 0) continue
        if (isTest(each)) note(each, distance + 1, times)
        else if (!seen.has(each)) seen.set(each, distance + 1)
      }
    }
  }
  for (const { test, distance, times } of testsOfScreens(screens)) note(test, distance, times)
  return [...found]
    .sort(([, one], [, other]) => one.distance - other.distance || other.times - one.times)
    .map(([test]) => test)
}

const isNamedAlike = (test: string, path: string) =>
  basename(test).split(".")[0] === basename(path).split(".")[0]

const countWords = (file: string, words: ReadonlySet<string>): number =>
  words.size > 0
    ? (readFileSync(file, "utf8").match(new RegExp(`\\b(?:${[...words].join("|")})\\b`, "g"))?.length ?? 0)
    : 0

/** The tests that ask one of the addresses of these route files, and how often. */
function testsOfScreens(screens: ReadonlyMap<string, number>): (Nearness & { test: string })[] {
  const addresses = routeTable().flatMap(({ path, file, layouts }) => {
    const distances = [file, ...layouts.map((layout) => layout.file)].flatMap(
      (each) => screens.get(`app/${each}`) ?? [],
    )
    if (distances.length === 0 || path === "/" || path.includes("*")) return []
    const pattern = path.replaceAll(".", "\\.").replace(/:\w+\??/g, "[^/\\s]+")
    return [
      {
        pattern: new RegExp(`["'\`}]${pattern}(?![\\w/.-])`, "g"),
        distance: Math.min(...distances) + 1,
      },
    ]
  })
  const tests = addresses.length > 0 ? sourcesIn("tests/routes").filter(isTest) : []
  return tests.flatMap((test: string) => {
    const text = readFileSync(test, "utf8")
    return addresses.flatMap(({ pattern, distance }) => {
      const times = text.match(pattern)?.length ?? 0
      return times > 0 ? [{ test, distance, times }] : []
    })
  })
}
