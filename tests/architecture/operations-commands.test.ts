import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

// What docs/operations.md tells someone to type at three in the morning exists: each command of the build, each file it
// copies or validates, each script, each setting it names.

const guide = readFileSync("docs/operations.md", "utf8")
const found = (pattern: RegExp) => [...new Set([...guide.matchAll(pattern)].map(([, name = ""]) => name))]
const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> })
  .scripts

describe("the operator's guide", () => {
  test("names only commands that the build makes", () => {
    const named = found(/node build\/([a-z-]+)\.mjs/g)
    expect(named.length).toBeGreaterThan(5)
    const built = readFileSync("scripts/build.mjs", "utf8")
    const isBuilt = (name: string) =>
      new RegExp(`["'\`/]${name}(\\.[a-z]+)?["'\`]`).test(built) || name === "server"
    expect(named.filter((name) => !isBuilt(name))).toEqual([])
    const sources = readdirSync("scripts").map((file) => file.replace(/\.\w+$/, ""))
    expect(named.filter((name) => name !== "server" && !sources.includes(name))).toEqual([])
  })

  test("names only scripts and files that there are", () => {
    expect(found(/npm run ([a-z][a-z:-]*)/g).filter((name) => !(name in scripts))).toEqual([])
    expect(found(/npx tsx (scripts\/[\w.-]+)/g).filter((path) => !existsSync(path))).toEqual([])
    expect(found(/\b(deploy\/[\w.-]*\w)/g).filter((path) => !existsSync(path))).toEqual([])
  })

  test("names only settings that the app takes", () => {
    const settings = new Set(readFileSync("app/utils/env.server.ts", "utf8").match(/\b[A-Z][A-Z0-9_]{3,}\b/g))
    const named = guide.match(/(?<=`)[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=[`=])/g) ?? []
    const others = new Set(["ENV_FILE", "FLY_API_TOKEN", "LITEFS_CLOUD_TOKEN", "BUCKET_NAME", "NODE_OPTIONS"])
    expect([...new Set(named)].filter((name) => !settings.has(name) && !others.has(name))).toEqual([])
  })
})
