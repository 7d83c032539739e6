import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "@remix-run/node"
import { beforeAll, describe, expect, test } from "vitest"

// The first signed-in view takes at most 150 KB of scripts (brotli) in 16 files, each further screen at most 15 KB more. Packages
// are as their makers ship them.

const kilobyte = 1000
let build: ServerBuild

beforeAll(async () => {
  build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild
})

const weightOf = (url: string) => readFileSync(`build/client${url}.br`).length
const scriptsOf = (entry: { module: string; imports?: string[] }) => [entry.module, ...(entry.imports ?? [])]

/** The modules a document with this route needs: the entry, the root, the shell and the screen. */
function neededBy(routeId: string): Set<string> {
  const { entry, routes } = build.assets
  const needed = new Set(scriptsOf(entry))
  for (let id: string | undefined = routeId; id; id = routes[id]?.parentId) {
    const route = routes[id]
    if (route) for (const script of scriptsOf(route)) needed.add(script)
  }
  return needed
}

/** Whether a route is a page of the signed-in area, in whatever layouts, or such a layout. */
const isInShell = (routeId: string): boolean => {
  const parentId = build.assets.routes[routeId]?.parentId
  return parentId === "shell" || (parentId !== undefined && isInShell(parentId))
}

const sumOf = (scripts: Iterable<string>) =>
  [...scripts].filter((url) => url.endsWith(".js")).reduce((sum, url) => sum + safeWeight(url), 0)

function safeWeight(url: string): number {
  try {
    return weightOf(url)
  } catch {
    // Too small to be worth compressing: an empty module of a resource route.
    return readFileSync(`build/client${url}`).length
  }
}

describe("scripts of the logged-in area", () => {
  const homes = [
    "routes/dashboard/dashboard",
    "routes/teacher-area/teacher-home",
    "routes/family-area/student-home",
    "routes/super-admin/overview",
  ]

  test("the first view of each role needs at most 150 KB", () => {
    const heavy = homes
      .map((id) => ({ id, weight: sumOf(neededBy(id)) }))
      .filter(({ weight }) => weight > 150 * kilobyte)
    expect(heavy).toEqual([])
  })

  test("the first view of each role needs at most 16 scripts", () => {
    const many = homes
      .map((id) => ({ id, scripts: [...neededBy(id)].filter((url) => url.endsWith(".js")) }))
      .filter(({ scripts }) => scripts.length > 16)
    expect(many).toEqual([])
  })

  test("each further screen adds at most 15 KB to what is loaded already", () => {
    // Read in the order of the route table, from the office's home on: what screens share is loaded once.
    const loaded = neededBy("routes/dashboard/dashboard")
    const heavy = []
    for (const route of Object.values(build.assets.routes).filter(({ id }) => isInShell(id))) {
      const added = [...neededBy(route.id)].filter((url) => !loaded.has(url))
      if (sumOf(added) > 15 * kilobyte) heavy.push({ id: route.id, added: sumOf(added) })
      for (const url of added) loaded.add(url)
    }
    expect(heavy).toEqual([])
  })

  test("zod is in no script", () => {
    const all = Object.values(build.assets.routes).flatMap(scriptsOf).concat(scriptsOf(build.assets.entry))
    const withZod = [...new Set(all)].filter((url) =>
      /ZodError|_zod\b/.test(readFileSync(`build/client${url}`, "utf8")),
    )
    expect(withZod).toEqual([])
  })

  test("the service worker is at most 3 KB", () => {
    expect(weightOf("/service-worker.js")).toBeLessThanOrEqual(3 * kilobyte)
  })
})
