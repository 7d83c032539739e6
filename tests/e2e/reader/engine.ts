import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { runInThisContext } from "node:vm"
import type { DOMWindow } from "jsdom"

// Playwright finds the parts of a page, and judges them, by a script that it puts into each page. Here it is put into a page
// that no browser draws, so that both mean the same by a role, a name, "visible" and "checked".

export type Body = HTMLElement

export type Injected = {
  parseSelector(selector: string): unknown
  querySelectorAll(selector: unknown, root: unknown): Body[]
  strictModeViolationError(selector: unknown, matches: Body[]): Error
  elementState(element: Body, state: string, isFrameVisible: boolean): { matches: boolean }
  checkElementStates(
    element: Body,
    states: string[],
    isFrameVisible: boolean,
  ): Promise<{ missingState?: string } | undefined>
  retarget(element: Body, behavior: string): Body
  fill(element: Body, value: string): "done" | "needsinput"
  selectOptions(element: Body, options: unknown[]): string[] | string
  expect(
    element: Body | undefined,
    options: object,
    elements: Body[],
    isFrameVisible: boolean,
  ): Promise<{ matches: boolean; received?: { value?: unknown } }>
}

export type Found = { injected: Injected; elements: Body[] }

const require = createRequire(createRequire(import.meta.url).resolve("@playwright/test"))
const corePath = require.resolve("playwright-core/lib/coreBundle")

export const engine = require(corePath).iso as {
  escapeForTextSelector(text: string | RegExp, isExact: boolean): string
  escapeForAttributeSelector(text: string | RegExp, isExact: boolean): string
  asLocator(language: "javascript", selector: string): string
  urlMatches(base: string | undefined, url: string, pattern: unknown): boolean
}

/** jsdom has none. */
const css = {
  escape: (name: string) =>
    name.replace(/^\d|[^\w-]/g, (character) => `\\${character.codePointAt(0)?.toString(16)} `),
}

let begin: ((...globals: unknown[]) => Injected) | undefined
let names: string[] = []

/** Playwright's script, begun for a page. */
export function inject(window: DOMWindow): Injected {
  const globals = window as unknown as Record<string, unknown>
  if (!begin) {
    const core = readFileSync(corePath, "utf8")
    const [, literal] =
      /generated\/injectedScriptSource\.ts"\(\) \{\s*"use strict";\s*\w+ = ('(?:\\.|[^'\\])*')/.exec(core) ??
      []
    if (!literal) throw new Error("This version of Playwright keeps its script elsewhere.")
    names = Object.getOwnPropertyNames(window).filter(
      (name) => /^[A-Z]\w+$/.test(name) && (!(name in globalThis) || /Event|Node/.test(name)),
    )
    const options = {
      isUnderTest: false,
      sdkLanguage: "javascript",
      frameSeq: 0,
      testIdAttributeName: "data-testid",
      stableRafCount: 1,
      browserName: "chromium",
      isUtilityWorld: true,
      customEngines: [],
    }
    begin = new Function(
      ...["window", "globalThis", "document", "getComputedStyle", "CSS", ...names],
      `const module = {}; ${runInThisContext(literal)}; return new (module.exports.InjectedScript())(window, ${JSON.stringify(options)})`,
    ) as (...globals: unknown[]) => Injected
  }
  return (begin as NonNullable<typeof begin>)(
    ...[window, window, globals.document, globals.getComputedStyle, css],
    ...names.map((name) => globals[name]),
  )
}
