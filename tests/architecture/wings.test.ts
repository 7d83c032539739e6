import { relative } from "node:path"
import { describe, expect, test } from "vitest"
import { circlesIn, isTest, readImports, sourcesIn } from "../../scripts/import-graph.mjs"

// The floors themselves are rules in scripts/layers.mjs. Here: every noun lies in a wing, and no two nouns need
// each other, not even for a type. Two that do are one noun, or a third is hiding between them.

/** `wing/noun` of a path under the root; undefined elsewhere. */
const nounOf = (root: string, path: string): string | undefined => {
  const [wing, noun, file] = relative(root, path).split("/")
  return wing && wing !== ".." && noun && file ? `${wing}/${noun}` : undefined
}

/** What each noun imports of others, by name. */
function arrowsOf(root: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const [file, targets] of readImports([root])) {
    const from = nounOf(root, file)
    if (!from || isTest(file)) continue
    const nouns = arrows.get(from) ?? new Set<string>()
    arrows.set(from, nouns)
    for (const target of targets) {
      const to = nounOf(root, target)
      if (to && to !== from) nouns.add(to)
    }
  }
  return arrows
}

describe.each(["app/models", "app/components"])("%s", (root) => {
  test("has no circle between nouns", () => {
    expect(circlesIn(arrowsOf(root))).toEqual([])
  })
})

test("every model lies in a noun, and every noun in a wing", () => {
  const stray = sourcesIn("app/models").filter(
    (path: string) => !isTest(path) && relative("app/models", path).split("/").length !== 3,
  )
  expect(stray).toEqual([])
})
