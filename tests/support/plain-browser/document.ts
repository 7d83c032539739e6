import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { ident } from "css-tree"
import { JSDOM } from "jsdom"
import { type Drawn, mediaApply, readSheet, type Sheet, Styles } from "./styles"

/** What Playwright itself looks for parts of a page with, and asks about them: the same here as in a browser. */
export type Engine = {
  parseSelector(selector: string): unknown
  querySelectorAll(selector: unknown, root: Node): Element[]
  querySelector(selector: unknown, root: Node, isStrict: boolean): Element | undefined
  strictModeViolationError(selector: unknown, found: Element[]): Error
  previewNode(node: Node): string
  retarget(node: Node, behavior: "follow-label"): Element
  elementState(
    node: Node,
    state: string,
    frameVisible?: boolean,
  ): { matches: boolean; received: string; isRadio?: boolean }
  expect(
    element: Element | undefined,
    options: object,
    elements: Element[],
    frameVisible: boolean,
  ): Promise<{ matches: boolean; received?: { value: unknown } }>
  fill(node: Node, value: string): string
  selectOptions(node: Node, options: object[]): string[] | string
  focusNode(node: Node): string
  _ariaSnapshotForExpect: () => undefined
}

/** Playwright sends it to each page. It's a text within its bundle. */
function readEngine(): string {
  const bundle = readFileSync(
    createRequire(import.meta.url).resolve("playwright-core/lib/coreBundle"),
    "utf8",
  )
  const from = bundle.indexOf("src/generated/injectedScriptSource.ts")
  const literal = /\bsource\d* = ('(?:[^'\\]|\\.)*');/.exec(bundle.slice(Math.max(from, 0)))?.[1]
  if (from < 0 || !literal)
    throw new Error("This Playwright keeps the script that it sends to pages elsewhere.")
  return new Function(`return ${literal}`)()
}

const engineSource = `(() => { const module = {}; ${readEngine()}; return new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(
  {
    isUnderTest: false,
    sdkLanguage: "javascript",
    testIdAttributeName: "data-testid",
    stableRafCount: 1,
    browserName: "chromium",
    customEngines: [],
  },
)}) })()`

// Nothing runs, and styles are read by styles.ts: the parser is spared both, which are most of a page.
const unread = /(<(script|style)\b[^>]*>)([\s\S]*?)(<\/\2)/gi

/** A page as it came, in a window without a size. */
export class PlainDocument {
  readonly window: JSDOM["window"]
  readonly engine: Engine
  private readonly dom: JSDOM
  private readonly unread: string[] = []
  private readonly styles: Styles
  private isAsked = false

  /** @param sheets the page's linked sheets, in their order */
  constructor(html: string, url: string, sheets: readonly string[] = []) {
    const own: Sheet[] = []
    const text = html.replaceAll(unread, (_, start, tag, inside, end) => {
      this.unread.push(inside)
      const media = /\bmedia="([^"]*)"/.exec(start)?.[1]
      if (tag.toLowerCase() === "style" && (!media || mediaApply(media))) own.push(readSheet(inside))
      return `${start}${end}`
    })
    this.dom = new JSDOM(text, { url, runScripts: "outside-only" })
    this.window = this.dom.window
    this.styles = new Styles([...sheets.map(readSheet), ...own])
    this.draw()
    this.engine = this.window.eval(engineSource) as Engine
    // What a browser would read out besides a failure: journeys name what they miss.
    this.engine._ariaSnapshotForExpect = () => undefined
  }

  get document(): Document {
    return this.window.document
  }

  /** After something changed. */
  forget() {
    this.styles.forget()
  }

  /** A link to a place of this page. */
  moveTo(url: string) {
    this.dom.reconfigure({ url })
    this.forget()
  }

  /** The engine may ask how a part is drawn; a test that asks for places or sizes needs a browser. */
  ask<T>(question: (engine: Engine) => T): T {
    this.isAsked = true
    try {
      return question(this.engine)
    } finally {
      this.isAsked = false
    }
  }

  /** The page's text, with what the parser was spared. */
  content(): string {
    let index = 0
    const text = this.dom.serialize().replaceAll(unread, (_, start, __, ___, end) => {
      const inside = this.unread[index] ?? ""
      index += 1
      return `${start}${inside}${end}`
    })
    if (index !== this.unread.length)
      throw new Error("A script or style of the page is at a place of its own.")
    return text
  }

  /** Gives the window what it needs to say whether a part is drawn. */
  private draw() {
    const { window, styles } = this
    const onlyInBrowsers = (what: string) => {
      if (!this.isAsked) throw new Error(`${what} needs a browser: list the journey in chromium-only.ts.`)
    }
    window.getComputedStyle = ((element: Element, pseudo?: string | null) => {
      const drawn = styles.of(element, pseudo ? (/before|after/.exec(pseudo)?.[0] as "before") : undefined)
      const read = (known: Drawn, name: string) => {
        if (!(name in known)) onlyInBrowsers(`The style ${name}`)
        return known[name as keyof Drawn]
      }
      return new Proxy(drawn, { get: (known, name) => read(known, String(name)) })
    }) as unknown as typeof window.getComputedStyle
    const { Element: element, HTMLElement: html, Range: range } = window
    element.prototype.checkVisibility = function (this: Element) {
      return styles.hasBox(this)
    }
    const rectOf = (isThere: boolean) => ({ width: isThere ? 1 : 0, height: isThere ? 1 : 0 }) as DOMRect
    element.prototype.getBoundingClientRect = function (this: Element) {
      onlyInBrowsers("A place or size")
      return rectOf(hasSize(this, styles))
    }
    range.prototype.getBoundingClientRect = function (this: Range) {
      onlyInBrowsers("A place or size")
      return rectOf(/\S/.test(this.toString()))
    }
    const refused = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, { configurable: true, get: () => onlyInBrowsers(name) }]))
    const sizes = ["Width", "Height", "Top", "Left"].flatMap((edge) => [`client${edge}`, `scroll${edge}`])
    Object.defineProperties(element.prototype, refused(...sizes, "getClientRects", "scrollIntoView"))
    Object.defineProperties(html.prototype, refused("offsetTop", "offsetLeft", "offsetWidth", "offsetHeight"))
    Object.defineProperties(window, refused("scrollX", "scrollY", "innerWidth", "innerHeight", "matchMedia"))
    window.document.hasFocus = () => true
    Object.assign(window, { CSS: { escape: ident.encode } })
  }
}

const fills = "img, input, select, textarea, button, svg, iframe, video, canvas, hr, progress, meter"

/** Whether something in it takes place. What only its styles give a size is taken for nothing. */
function hasSize(element: Element, styles: Styles): boolean {
  const select = element.closest("select")
  // The choices of a closed list are drawn by the system.
  if (select && element !== select) return select.multiple || select.size > 1
  if (element.matches(fills)) return true
  for (const child of element.childNodes) {
    if (child.nodeType === 3 && /\S/.test(child.textContent ?? "")) return true
    if (child.nodeType !== 1) continue
    const inner = child as Element
    if ((styles.hasBox(inner) || styles.of(inner).display === "contents") && hasSize(inner, styles))
      return true
  }
  return false
}
