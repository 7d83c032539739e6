import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

// What the documents point at exists: relative links, headings they lead to, and files and folders named in backticks.

const top = ["app", "db", "docs", "public", "sandbox", "scripts", "tests", ".githooks", ".github"]
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  )
const files = [...readdirSync("."), ...top.flatMap(filesOf)]
const names = new Set(files.map((path) => basename(path)))
const documents = files.filter((path) => path.endsWith(".md") && !path.startsWith("app/"))

const textOf = (path: string) => readFileSync(path, "utf8")
const prose = (path: string) => textOf(path).replace(/^```[\s\S]*?^```/gm, "")

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
const anchorsOf = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading))

/** Names that stand for any file of their kind, or for one that is made later. */
const examples = new Set(["x.ts", "x.server.ts", "x.test.ts", ".env"])

describe("the documents", () => {
  test("link to what exists", () => {
    const dead = documents.flatMap((path) =>
      [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, to = ""]) => to)
        .filter((to) => !/^(https?:|mailto:)/.test(to))
        .filter((to) => {
          const [file = "", anchor] = to.split("#")
          const target = file ? join(dirname(path), file) : path
          return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
        })
        .map((to) => `${path}: ${to}`),
    )
    expect(dead).toEqual([])
  })

  test("name files and folders that are there, by their path from here or from app/", () => {
    const looksLikeFile = /\.(tsx?|mjs|cjs|css|md|json|sql|ya?ml|toml|csv|xlsx)$/
    const wrong = documents.flatMap((path) =>
      [...prose(path).matchAll(/`([\w@.-]+(?:\/[\w@.-]*)*)`/g)]
        .map(([, cited = ""]) => cited)
        .filter((cited) => !/^(build|data|\.cache)\//.test(cited))
        .filter((cited) => {
          const isPath =
            cited.includes("/") && (looksLikeFile.test(cited) || top.includes(cited.split("/")[0] ?? ""))
          if (isPath) return !existsSync(cited) && !existsSync(join("app", cited))
          const isName = !cited.includes("/") && looksLikeFile.test(cited) && /^[a-z.]/.test(cited)
          return isName && !names.has(cited) && !examples.has(cited) && !cited.startsWith(".")
        })
        .map((cited) => `${path}: ${cited}`),
    )
    expect(wrong).toEqual([])
  })
})
