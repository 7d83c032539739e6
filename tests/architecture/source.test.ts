import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, test } from "vitest"

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : [path]
  })
}

const sources = ["app", "db", "sandbox"].flatMap(filesOf).filter((path) => /\.tsx?$/.test(path))
const textOf = (path: string) => readFileSync(path, "utf8")

describe("the house", () => {
  test("no folder is named for a pattern instead of a noun, and no file only passes on others", () => {
    const banned = /\/(services|lib|helpers|hooks|types|misc|common|shared)\//
    expect(sources.filter((path) => banned.test(`/${path}`) || basename(path) === "index.ts")).toEqual([])
  })

  test("files are named in kebab-case", () => {
    expect(sources.filter((path) => !/^[a-z0-9.-]+$/.test(basename(path)))).toEqual([])
  })

  test("no style attribute: the content policy forbids them", () => {
    expect(sources.filter((path) => path.endsWith(".tsx") && /\sstyle=\{/.test(textOf(path)))).toEqual([])
  })

  test("zod stays on the server: no module the browser gets imports it", () => {
    const browserModules = sources.filter((path) =>
      /^app\/(components|routes)\/.*(?<!\.server)\.tsx?$/.test(path),
    )
    expect(browserModules.filter((path) => /from "zod"/.test(textOf(path)))).toEqual([])
  })

  test("unfinished words are nowhere", () => {
    const unfinished = /\b(TODO|FIXME|XXX|coming soon|not implemented|lorem ipsum)\b/i
    expect(sources.filter((path) => unfinished.test(textOf(path)))).toEqual([])
  })
})
