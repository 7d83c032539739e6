import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { compile } from "tailwindcss"
import { describe, expect, test } from "vitest"

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : [path]
  })
}

const textOf = (path: string) => readFileSync(path, "utf8")
const sheets = filesOf("app/styles").filter((path) => path.endsWith(".css"))
const nameOf = (path: string) => path.slice("app/styles/".length, -".css".length)

/** Sheets that belong to no folder of components; the last three change what others draw. */
const general = ["tokens", "theme", "base", "layout", "touch", "system-colors", "print"]
const changing = ["touch", "system-colors", "print"]
const entries = ["entry.app", "entry.public", "entry.landing"]

/** What else draws a shared look, and why. */
const extended: Record<string, string> = {
  schedule: "ui/score", // on a phone the schedule is a list, which the public pages need not carry
  landing: "ui/score", // the landing page's score is small
}

/** A quarter of an hour is named by its number; the public pages carry only the few that they use. */
const counted = /^(at|lasts|quarters)-\d+$/

/** Short words that are whole ones. */
const shortWords = ["app", "bad", "dim", "ink", "now", "off", "ok", "red"]

const importsOf = (entry: string) =>
  [...textOf(`app/styles/${entry}.css`).matchAll(/@import "\.\/(.+)\.css"/g)].map(([, name = ""]) => name)

/** What stands before each brace but at-rules, without comments. */
function rulesOf(path: string): string[] {
  const code = textOf(path).replace(/\/\*[\s\S]*?\*\//g, "")
  return [...code.matchAll(/([^{};]+)\{/g)]
    .map(([, text = ""]) => text.trim())
    .filter((text) => text[0] !== "@")
}

function classesIn(text: string): string[] {
  return [...text.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replaceAll("\\", ""))
}

/** The whole names in each `className`; what it is compared with and what it calls are no names. */
function classesGivenIn(code: string): string[] {
  const whole = [...code.matchAll(/className="([^"]*)"/g)].map(([, names = ""]) => names)
  const chosen = [...code.matchAll(/className=\{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, choice = ""]) =>
    [...choice.replace(/[!=]== "[^"]*"|\("[^"]*"\)/g, "").matchAll(/"([^"]*)"/g)].map(
      ([, names = ""]) => names,
    ),
  )
  return [...whole, ...chosen].flatMap((names) => names.split(/\s+/)).filter(Boolean)
}

const styled = new Set(sheets.flatMap((path) => rulesOf(path).flatMap(classesIn)))

/** Each selector of its own; nested ones belong to the rule around them. */
const selectors = sheets.flatMap((path) =>
  rulesOf(path)
    .filter((text) => text[0] !== "&")
    .flatMap((text) => text.split(/,(?![^(]*\))/))
    .map((text) => ({ sheet: nameOf(path), text: text.trim() })),
)

/** The part of a selector before the first space or arrow, what is in parentheses included. */
const beginning = /^(?:[^\s>+~(]|\([^)]*(?:\([^)]*\)[^)]*)*\))+/

describe("the styles", () => {
  test("a sheet is named for a folder of components, or is general", () => {
    const folders = new Set(filesOf("app/components").flatMap((path) => path.split("/").slice(0, -1)))
    const odd = sheets
      .map(nameOf)
      .filter((name) => !name.startsWith("ui/"))
      .filter((name) => ![...general, ...entries].includes(name) && !folders.has(basename(name)))
    expect(odd).toEqual([])
  })

  test("every sheet is in an entry", () => {
    const imported = entries.flatMap(importsOf)
    const forgotten = sheets.map(nameOf).filter((name) => !entries.includes(name) && !imported.includes(name))
    expect(forgotten).toEqual([])
  })

  test("a rule is in the sheet of the class that its selector begins with", () => {
    const homes = new Map<string, Set<string>>()
    for (const { sheet, text } of selectors) {
      const [first] = classesIn(beginning.exec(text)?.[0] ?? "")
      // Rules below `.app` are the signed-in area's own and may change what is shared.
      if (!first || first === "app" || counted.test(first) || changing.includes(sheet)) continue
      homes.set(first, (homes.get(first) ?? new Set()).add(sheet))
    }
    const inTwo = [...homes].flatMap(([name, found]) => {
      const own = [...found].filter((sheet) => !found.has(extended[sheet] ?? ""))
      return own.length > 1 ? [`${name}: ${own.join(", ")}`] : []
    })
    expect(inTwo).toEqual([])
  })

  test("every class that is styled is used", () => {
    const sources = [
      ...filesOf("app").filter((path) => /\.tsx?$/.test(path) && !path.includes(".test.")),
      ...filesOf("public").filter((path) => path.endsWith(".js")),
    ]
    // Whole words of strings, and words such as `at-${column}` that are put together.
    const words = new Set<string>()
    const built: RegExp[] = []
    for (const path of sources)
      for (const [, quoted, template] of textOf(path).matchAll(/"([^"\n]*)"|`([^`]*)`/g)) {
        for (const word of (quoted ?? "").split(/\s+/)) words.add(word)
        for (const word of (template ?? "").replace(/\$\{[^}]*\}/g, "*").split(/\s+/)) {
          words.add(word.replace(/\*$/, ""))
          if (/^[a-z]+-\*$/.test(word)) built.push(new RegExp(`^${word.replace("*", "[a-z0-9]+")}$`))
        }
      }
    const unused = [...styled].filter(
      (name) => !words.has(name) && !built.some((pattern) => pattern.test(name)),
    )
    expect(unused).toEqual([])
  })

  test("every class that is used is styled, or is a utility", async () => {
    const utilities = await compile(`${textOf("app/styles/theme.css")} @tailwind utilities;`)
    // `group` marks what the utilities inside it look at.
    const isUtility = (name: string) => name === "group" || utilities.build([]) !== utilities.build([name])
    const used = new Map<string, string>()
    for (const path of filesOf("app").filter((path) => path.endsWith(".tsx") && !path.includes(".test.")))
      for (const name of classesGivenIn(textOf(path))) used.set(name, path)
    const unstyled = [...used].filter(([name]) => !styled.has(name) && !isUtility(name))
    expect(unstyled).toEqual([])
  })

  test("a public page carries the styles of all that it draws", () => {
    const looks = (entry: string) =>
      new Set(importsOf(entry).flatMap((name) => rulesOf(`app/styles/${name}.css`).flatMap(classesIn)))
    const unstyledIn = (entry: string, paths: string[]) => {
      const carried = looks(entry)
      return paths
        .filter((path) => path.endsWith(".tsx") && !path.includes(".test."))
        .flatMap((path) => classesGivenIn(textOf(path)).map((name) => ({ path, name })))
        .filter(({ name }) => styled.has(name) && !carried.has(name))
    }
    const landing = filesOf("app/components/public/landing")
    const routes = ["public", "help", "enroll"].flatMap((folder) => filesOf(`app/routes/${folder}`))
    const imported = routes.flatMap((path) =>
      [...textOf(path).matchAll(/"~\/(components\/[^"]+)"/g)].map(([, name = ""]) => `app/${name}.tsx`),
    )
    const others = [...filesOf("app/components/public"), ...routes, ...imported]
      // The error page is drawn in the signed-in area too, with that one's `main`.
      .filter((path) => existsSync(path) && !landing.includes(path) && basename(path) !== "error-page.tsx")
    expect(unstyledIn("entry.landing", landing)).toEqual([])
    expect(unstyledIn("entry.public", others)).toEqual([])
  })

  test("a class is named with whole words", () => {
    expect([...styled].filter((name) => name.length <= 3 && !shortWords.includes(name))).toEqual([])
  })
})
