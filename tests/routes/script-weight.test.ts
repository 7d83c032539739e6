import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "@remix-run/node"
import { beforeAll, describe, expect, test } from "vitest"

// budgets.md section 1: the first signed-in view at most 110 KB of scripts (brotli), each further screen at most 15 KB.

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

describe("scripts of the signed-in area", () => {
  test("no screen needs more than 110 KB, and none adds more than 15 KB to the frame", () => {
    const frame = neededBy("shell")
    const screens = Object.values(build.assets.routes).filter((route) => route.parentId === "shell")
    const heavy = screens
      .map((route) => {
        const needed = neededBy(route.id)
        const added = [...needed].filter((url) => !frame.has(url))
        return { id: route.id, inAll: sumOf(needed), added: sumOf(added) }
      })
      .filter(({ inAll, added }) => inAll > 110 * kilobyte || added > 15 * kilobyte)
    expect(heavy).toEqual([])
    console.log(`the frame: ${(sumOf(frame) / kilobyte).toFixed(1)} KB of scripts`)
  })

  test("zod is in no script", () => {
    const all = Object.values(build.assets.routes).flatMap(scriptsOf).concat(scriptsOf(build.assets.entry))
    const withZod = [...new Set(all)].filter((url) =>
      /ZodError|_zod\b/.test(readFileSync(`build/client${url}`, "utf8")),
    )
    expect(withZod).toEqual([])
  })
})
