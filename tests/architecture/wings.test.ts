import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"

// The floors themselves are rules in .dependency-cruiser.cjs. Here: every noun lies in a wing, and no two nouns need
// each other, not even for a type. Two that do are one noun, or a third is hiding between them.

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path)
    return /(?<!\.test)\.tsx?$/.test(name) ? [path] : []
  })

/** `wing/noun` of a path under the root; undefined elsewhere. */
const nounOf = (root: string, path: string): string | undefined => {
  const [wing, noun, file] = relative(root, path).split("/")
  return wing && wing !== ".." && noun && file ? `${wing}/${noun}` : undefined
}

/** What each noun imports of others, by name. */
function arrowsOf(root: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const file of sources(root)) {
    const from = nounOf(root, file)
    if (!from) continue
    const targets = arrows.get(from) ?? new Set<string>()
    arrows.set(from, targets)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      const path = fileName.startsWith("~/") ? `app/${fileName.slice(2)}` : join(dirname(file), fileName)
      const to = fileName.startsWith("~/") || fileName.startsWith(".") ? nounOf(root, path) : undefined
      if (to && to !== from) targets.add(to)
    }
  }
  return arrows
}

/** Groups of nouns that lead back to themselves. */
function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reachable = (start: string) => {
    const seen = new Set<string>()
    const open = [...(arrows.get(start) ?? [])]
    for (let next = open.pop(); next; next = open.pop())
      if (!seen.has(next)) {
        seen.add(next)
        open.push(...(arrows.get(next) ?? []))
      }
    return seen
  }
  return [...arrows.keys()].filter((noun) => reachable(noun).has(noun)).sort()
}

describe.each(["app/models", "app/components"])("%s", (root) => {
  test("has no circle between nouns", () => {
    expect(circlesIn(arrowsOf(root))).toEqual([])
  })
})

test("every model lies in a noun, and every noun in a wing", () => {
  const stray = sources("app/models").filter((path) => relative("app/models", path).split("/").length !== 3)
  expect(stray).toEqual([])
})
