import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Document, Element, Window } from "happy-dom"

// Playwright's own script finds elements by role, label and text and judges what is expected of them: it runs in the parsed
// page as it runs in a browser, so both kinds of journeys mean the same by a name. It's private to Playwright, whose version is
// pinned; an update that moves it fails here.

type Selector = { readonly parts: unknown[] }
export type Expectation = { expression: string; isNot: boolean }
type Retargeting = "none" | "follow-label"

/** The part of it that is used. */
export type InPage = {
  parseSelector(selector: string): Selector
  querySelectorAll(selector: Selector, root: Document): Element[]
  retarget(element: Element, how: Retargeting): Element | null
  elementState(element: Element, state: string, isFrameVisible: boolean): { matches: boolean }
  strictModeViolationError(selector: Selector, found: Element[]): Error
  expect(
    element: Element | undefined,
    expectation: Expectation,
    found: Element[],
    isFrameVisible: boolean,
  ): Promise<{ matches: boolean; received?: { value: unknown } }>
}
type Maker = new (window: Window, options: object) => InPage

let make: ((window: Window) => Maker) | undefined

function readScript(): (window: Window) => Maker {
  const bundle = readFileSync(
    createRequire(import.meta.url).resolve("playwright-core/lib/coreBundle"),
    "utf8",
  )
  const [, literal] =
    bundle.match(/injectedScriptSource\.ts"\(\) \{\s*"use strict";\s*\w+ = ('(?:[^'\\]|\\.)*');/) ?? []
  if (!literal) throw new Error("Playwright no longer keeps its page script where it did.")
  const source: unknown = new Function(`return ${literal}`)()
  // Whatever it reads of a browser is the window's.
  const run = new Function(
    "window",
    "module",
    `with (window) {${source}\n}; return module.exports.InjectedScript()`,
  )
  return (window) => run(window, {})
}

export function inPage(window: Window): InPage {
  make ??= readScript()
  return new (make(window))(window, {
    isUnderTest: false,
    sdkLanguage: "javascript",
    frameSeq: 1,
    testIdAttributeName: "data-testid",
    stableRafCount: 1,
    browserName: "chromium",
    isUtilityWorld: true,
    customEngines: [],
  })
}

export type Text = string | RegExp
export type RoleOptions = { name?: Text; exact?: boolean } & Record<
  "checked" | "disabled" | "selected" | "expanded" | "pressed" | "includeHidden" | "level",
  boolean | number | undefined
>

const written = (text: Text, isExact = false) =>
  typeof text === "string"
    ? `${JSON.stringify(text)}${isExact ? "s" : "i"}`
    : String(text)
        .replace(/(^|[^\\])(\\\\)*(["'`])/g, "$1$2\\$3")
        .replace(/>>/g, "\\>\\>")
const inAttribute = (text: Text, isExact = false) =>
  typeof text === "string"
    ? `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"${isExact ? "s" : "i"}`
    : written(text)

export const byText = (text: Text, isExact?: boolean) => `internal:text=${written(text, isExact)}`
export const byLabel = (text: Text, isExact?: boolean) => `internal:label=${written(text, isExact)}`
export const byAttribute = (name: string, text: Text, isExact?: boolean) =>
  `internal:attr=[${name}=${inAttribute(text, isExact)}]`
export const byHasText = (text: Text, isNot = false) =>
  `internal:has-${isNot ? "not-" : ""}text=${written(text)}`
export const byHas = (selector: string, isNot = false) =>
  `internal:has${isNot ? "-not" : ""}=${JSON.stringify(selector)}`

export function byRole(role: string, { exact, name, includeHidden, ...states }: Partial<RoleOptions> = {}) {
  const asked = Object.entries(states).map(([state, value]) => `[${state}=${value}]`)
  if (includeHidden !== undefined) asked.push(`[include-hidden=${includeHidden}]`)
  if (name !== undefined) asked.push(`[name=${inAttribute(name, exact)}]`)
  return `internal:role=${role}${asked.join("")}`
}
