import type { Document, Element, Window } from "happy-dom"

// Which elements of a page show: what a browser hides by itself, and the rules of the page's stylesheets that set `display`
// or `visibility`. Nothing is laid out, so rules that ask for the size of a container aren't taken.

type Rule = { selector: string; display?: string; visibility?: string; order: number }
type Block = { around: string[]; selector: string; body: string }

export type Shown = { display: string; visibility: string }

/** The rules of a stylesheet without nested ones, each with what stands around it. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  const open: { head: string; from: number }[] = []
  let from = 0
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|[{};]/g)) {
    if (sign.startsWith('"')) continue
    if (sign === "{") open.push({ head: css.slice(from, index).trim(), from: index + 1 })
    const ended = sign === "}" ? open.pop() : undefined
    if (ended && !ended.head.startsWith("@"))
      blocks.push({
        around: open.map(({ head }) => head),
        selector: ended.head,
        body: css.slice(ended.from, index),
      })
    from = index + 1
  }
  return blocks
}

/** The parts of a list, at the commas that stand in no parentheses. */
function partsOf(list: string): string[] {
  let depth = 0
  const parts = [""]
  for (const sign of list) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0
    if (sign === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const innerFunction = /:(is|not|has|where|[\w-]+)\(([^()]*)\)/

/** How specific a selector is. */
function weightOf(selector: string): number {
  let plain = selector.replace(/\\./g, "x").replace(/"[^"]*"/g, "")
  for (let found = plain.match(innerFunction); found; found = plain.match(innerFunction)) {
    const [whole, name = "", list = ""] = found
    const most = /^(is|not|has)$/.test(name)
      ? list.split(",").reduce((best, each) => (countOf(each) > countOf(best) ? each : best), "")
      : name === "where"
        ? ""
        : ".x"
    plain = plain.replace(whole, ` ${most} `)
  }
  return countOf(plain)
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const countOf = (plain: string) =>
  count(plain, /#[\w-]+/g) * 10_000 +
  count(plain, /\.[\w-]+|\[[^\]]*\]|:[\w-]+/g) * 100 +
  count(plain, /(?<![\w.#:[\]-])[a-z][\w-]*(?![^[]*\])/gi)

const pseudoElement = /:(before|after)|::/
const layersOf = (around: string[]) => around.filter((each) => each.startsWith("@layer"))

/** Rules that decide whether something shows, by what their last part asks for: a class, an ID or the name of an element. */
function rulesOf(css: string, holds: (media: string) => boolean): Map<string, Rule[]> {
  const layers = new Set<string>()
  const rules = new Map<string, Rule[]>()
  for (const [index, { around, selector: list, body }] of blocksOf(css).entries()) {
    for (const layer of layersOf(around)) layers.add(layer)
    const { display } = body.match(/(?<![\w-])display:\s*(?<display>[\w-]+)/)?.groups ?? {}
    const { visibility } = body.match(/(?<![\w-])visibility:\s*(?<visibility>\w+)/)?.groups ?? {}
    if (!display && !visibility) continue
    if (!around.every((each) => each.startsWith("@layer") || conditionHolds(each, holds))) continue
    const layer = layersOf(around)[0]
    const depth = layer ? [...layers].indexOf(layer) : 99
    const isImportant = /(display|visibility):[^;]*!important/.test(body)
    for (const selector of partsOf(list)) {
      if (pseudoElement.test(selector)) continue
      const order = ((Number(isImportant) * 100 + depth) * 1e6 + weightOf(selector)) * 1e4 + index
      const key = keyOf(selector)
      rules.set(key, [
        ...(rules.get(key) ?? []),
        { selector: selector.replaceAll(":popover-open", "[data-popover-open]"), display, visibility, order },
      ])
    }
  }
  return rules
}

function conditionHolds(condition: string, holds: (media: string) => boolean): boolean {
  if (condition.startsWith("@media")) return holds(condition.slice(6).trim())
  return (
    condition.startsWith("@supports") && !condition.includes("not ") && !condition.includes("-webkit-hyphens")
  )
}

function keyOf(selector: string): string {
  let plain = selector.replace(/\\./g, "_")
  while (innerFunction.test(plain)) plain = plain.replace(innerFunction, "")
  const last =
    plain
      .replace(/\[[^\]]*\]/g, "")
      .split(/[\s>+~]+/)
      .at(-1) ?? ""
  return last.match(/[.#][\w-]+/)?.[0] ?? last.match(/^[a-z][\w-]*/i)?.[0] ?? "*"
}

const hiddenByBrowser =
  "head,head *,script,style,template,datalist,input[type=hidden],[hidden],dialog:not([open]),[popover]:not([data-popover-open])"
const inline =
  /^(A|ABBR|B|BDI|CITE|CODE|DATA|DEL|EM|I|IMG|INS|KBD|LABEL|MARK|OUTPUT|Q|S|SMALL|SPAN|STRONG|SUB|SUP|svg|TIME|U)$/
const inlineBlock = /^(BUTTON|INPUT|METER|PROGRESS|SELECT|TEXTAREA)$/
const hasOwnBox = /^(BUTTON|CANVAS|HR|IFRAME|IMG|INPUT|METER|PROGRESS|SELECT|svg|TEXTAREA|VIDEO)$/

const known = new Map<string, Map<string, Rule[]>>()

type Answers = Record<"isDrawn" | "hasBox", (element: Element) => boolean>
/** Windows share the prototypes of their elements: each document has its own answers. */
const answers = new WeakMap<Document, Answers>()

function answerFor(window: Window) {
  Object.assign(window.Element.prototype, {
    checkVisibility(this: Element) {
      return answers.get(this.ownerDocument)?.isDrawn(this)
    },
    getBoundingClientRect(this: Element) {
      const side = answers.get(this.ownerDocument)?.hasBox(this) ? 1 : 0
      return { x: 0, y: 0, top: 0, left: 0, right: side, bottom: side, width: side, height: side }
    },
  })
  Object.assign(window.Range.prototype, {
    getBoundingClientRect(this: { toString(): string }) {
      const side = this.toString().trim() ? 1 : 0
      return { x: 0, y: 0, width: side, height: side }
    },
  })
  const configurable = true
  for (const size of ["scrollWidth", "scrollHeight", "clientWidth", "clientHeight"])
    Object.defineProperty(window.Element.prototype, size, { get: () => refuse(size), configurable })
  for (const size of ["scrollX", "scrollY"])
    Object.defineProperty(window, size, { get: () => refuse(size), configurable })
}

/** What the window's script asks of a browser about what shows. Answers are kept until `forget` is called. */
export function answerWhatShows(window: Window, css: string) {
  const { width, height } = { width: window.innerWidth, height: window.innerHeight }
  const size = `${width}x${height} ${css.length} ${css.slice(-200)}`
  const rules = known.get(size) ?? rulesOf(css, (media) => mediaHolds(media, width, height))
  known.set(size, rules)
  let own = new Map<Element, Shown>()
  let drawn = new Map<Element, boolean>()

  function shownOf(element: Element): Shown {
    const before = own.get(element)
    if (before) return before
    const parent = element.parentElement
    const around = parent ? shownOf(parent) : { display: "block", visibility: "visible" }
    const keys = [
      "*",
      element.localName,
      ...[...element.classList].map((name) => `.${name.replace(/[^\w-]/g, "_")}`),
    ]
    if (element.id) keys.push(`#${element.id}`)
    const taken = keys.flatMap((key) => rules.get(key) ?? []).sort((one, other) => other.order - one.order)
    const first = (name: "display" | "visibility") =>
      taken.find((rule) => rule[name] !== undefined && element.matches(rule.selector))?.[name]
    const display = first("display") ?? (element.matches(hiddenByBrowser) ? "none" : displayOf(element))
    const isBlock = /flex|grid/.test(around.display) && display === "inline"
    const shown = {
      display: isBlock ? "block" : display,
      visibility: first("visibility") ?? around.visibility,
    }
    own.set(element, shown)
    return shown
  }

  function isDrawn(element: Element): boolean {
    const before = drawn.get(element)
    if (before !== undefined) return before
    const parent = element.parentElement
    const isFolded =
      parent?.localName === "details" &&
      !parent.hasAttribute("open") &&
      element !== [...parent.children].find(({ localName }) => localName === "summary")
    const is = !isFolded && shownOf(element).display !== "none" && (!parent || isDrawn(parent))
    drawn.set(element, is)
    return is
  }

  const hasBox = (element: Element): boolean =>
    isDrawn(element) &&
    (hasOwnBox.test(element.tagName) ||
      element.textContent.trim() !== "" ||
      [...element.querySelectorAll("*")].some((inner) => hasOwnBox.test(inner.tagName) && isDrawn(inner)))

  Object.assign(window, {
    getComputedStyle: (element: Element, pseudo?: string) => ({
      ...(pseudo ? { display: "inline", visibility: "visible" } : shownOf(element)),
      content: pseudo ? "none" : "normal",
      getPropertyValue: () => "",
    }),
  })
  answers.set(window.document, { isDrawn, hasBox })
  answerFor(window)
  return {
    forget() {
      own = new Map()
      drawn = new Map()
    },
  }
}

function refuse(size: string): never {
  throw new Error(`Nothing is drawn here, so ${size} means nothing: tag the journey @drawn.`)
}

const displayOf = ({ tagName }: Element) =>
  inline.test(tagName) ? "inline" : inlineBlock.test(tagName) ? "inline-block" : "block"

/** Whether a screen without scripts and of this size is meant. */
function mediaHolds(media: string, width: number, height: number): boolean {
  return media.split(",").some((query) => {
    const isNegated = /^\s*not /.test(query)
    const all = query.replace(/^\s*(not|only) /, "").split(/ and /)
    return isNegated !== all.every((part) => featureHolds(part.trim(), width, height))
  })
}

function featureHolds(part: string, width: number, height: number): boolean {
  if (part === "screen" || part === "all") return true
  const [, bound, side, size, unit] = part.match(/^\((min|max)-(width|height):\s*([\d.]+)(em|px)\)$/) ?? []
  if (!bound)
    return /^\(hover|\(pointer:\s*fine|light\)|\(prefers-reduced-motion:\s*reduce|\(scripting:\s*none/.test(
      part,
    )
  const pixels = Number(size) * (unit === "em" ? 16 : 1)
  const own = side === "width" ? width : height
  return bound === "min" ? own >= pixels : own <= pixels
}
