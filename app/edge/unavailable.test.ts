import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { styles } from "./unavailable.server"

const colorsIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/(--[a-z]+): ?(oklch\([^)]+\))/g)].map(([, name = "", color = ""]) => [name, color]),
  )

/** The colors of a sheet, light and dark. */
const schemesOf = (css: string) => css.split("prefers-color-scheme").slice(0, 2).map(colorsIn)

describe("the page while nothing can be saved", () => {
  test("has the colors of all other pages, light and dark", () => {
    const own = schemesOf(styles)
    expect(own.map(Object.keys)).toEqual([
      ["--paper", "--ink"],
      ["--paper", "--ink"],
    ])
    expect(schemesOf(readFileSync("app/styles/tokens.css", "utf8"))).toMatchObject(own)
  })
})

test("no page fades in: until it has, the browser takes no press", () => {
  const sheets = readdirSync("app/styles")
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(`app/styles/${name}`, "utf8"))
  for (const sheet of [styles, ...sheets]) expect(sheet).not.toContain("view-transition")
})
