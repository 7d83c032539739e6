import { readFileSync } from "node:fs"
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

test("the page takes part when a page of the app moves into it, and stands there at once", () => {
  expect(styles).toContain("@view-transition{navigation:auto}")
  expect(styles).toMatch(/::view-transition-new\(root\)\{animation:none\}/)
})
