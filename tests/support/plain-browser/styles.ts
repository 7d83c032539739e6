import { type CssNode, generate, parse, type Rule } from "css-tree"

// What of a page's styles says whether a part is drawn and where one text ends: nothing of sizes, places or colors.

const properties = ["display", "visibility", "position", "float", "content"] as const
type Property = (typeof properties)[number]
type Pseudo = "before" | "after"
export type Drawn = Record<Property, string>

type Declared = {
  /** Without its pseudo-element. */
  selector: string
  pseudo: Pseudo | undefined
  property: Property
  value: string
  /** What wins: importance, layer, specificity and place, in this order. */
  weight: readonly number[]
}

/** The rules of a sheet by what their last compound names: `.class`, `#id`, `tag` or `*`. */
export type Sheet = Map<string, Declared[]>

/** A window 1280 px wide and 720 high without scripts, with a mouse, where motion is unwelcome: that of the journeys. */
const features: Record<string, boolean> = {
  "(pointer:coarse)": false,
  "(forced-colors:active)": false,
  "(scripting:enabled)": false,
  "(prefers-reduced-motion:reduce)": true,
  "(prefers-color-scheme:dark)": false,
  "(orientation:landscape)": true,
}
const edges = { width: 1280, height: 720 }

function isTrue(feature: string): boolean {
  const known = features[feature]
  if (known !== undefined) return known
  const size = /^\((min|max)-(width|height):([\d.]+)(em|px)\)$/.exec(feature)
  if (!size)
    throw new Error(`Whether ${feature} is true only a browser knows: list the journey in chromium-only.ts.`)
  const pixels = Number(size[3]) * (size[4] === "em" ? 16 : 1)
  const edge = edges[size[2] as keyof typeof edges]
  return size[1] === "min" ? edge >= pixels : edge <= pixels
}

/** Of one of a list of media queries. */
export function mediaApply(list: string): boolean {
  return list.split(",").some((query) => {
    const parts = query.trim().replaceAll(/:\s+/g, ":").split(" and ")
    const isNot = parts[0]?.startsWith("not ") ?? false
    const holds = parts.every((part) => {
      const name = part.replace(/^not /, "").trim()
      return name === "screen" || name === "all" || (name !== "print" && isTrue(name))
    })
    return holds !== isNot
  })
}

const sheets = new Map<string, Sheet>()

/** Reads a sheet once: every page of a build has the same. */
export function readSheet(css: string): Sheet {
  const known = sheets.get(css)
  if (known) return known
  const sheet: Sheet = new Map()
  const layers: string[] = []
  let place = 0
  const layerOf = (name: string) => {
    if (!layers.includes(name)) layers.push(name)
    return layers.indexOf(name)
  }
  const read = (nodes: Iterable<CssNode>, layer: string) => {
    for (const node of nodes) {
      if (node.type === "Rule") place = addRule(sheet, node, layer === "" ? 1e6 : layerOf(layer), place)
      if (node.type !== "Atrule") continue
      const prelude = node.prelude ? generate(node.prelude) : ""
      if (node.name === "layer" && !node.block) for (const name of prelude.split(",")) layerOf(name.trim())
      if (!node.block) continue
      if (node.name === "layer") read(node.block.children, layer === "" ? prelude : `${layer}.${prelude}`)
      if (node.name === "media" && mediaApply(prelude)) read(node.block.children, layer)
      // What an old browser gets instead is asked for with "not".
      if (node.name === "supports" && !prelude.startsWith("not")) read(node.block.children, layer)
      // A part of a wide window is wide: what it asks at least holds, what it asks at most doesn't.
      if (node.name === "container" && prelude.includes("min-width")) read(node.block.children, layer)
    }
  }
  const tree = parse(css, { parseValue: false })
  if (tree.type === "StyleSheet") read(tree.children, "")
  sheets.set(css, sheet)
  return sheet
}

/** What a mouse or a script does isn't done here. */
const neverSo =
  /:(popover-open|hover|active|focus-visible|autofill|-webkit-autofill|fullscreen|modal)(?![\w-])/g

function addRule(sheet: Sheet, rule: Rule, layer: number, before: number): number {
  let place = before
  const declared: { property: Property; value: string; isImportant: boolean }[] = []
  for (const node of rule.block.children) {
    if (node.type !== "Declaration") continue
    const property = properties.find((each) => each === node.property)
    if (property)
      declared.push({ property, value: generate(node.value), isImportant: Boolean(node.important) })
  }
  if (declared.length === 0 || rule.prelude.type !== "SelectorList") return place
  for (const selector of rule.prelude.children) {
    place += 1
    const text = generate(selector)
    const pseudo = /::?(before|after)$/.exec(text)?.[1] as Pseudo | undefined
    const own = pseudo ? text.replace(/::?(before|after)$/, "") || "*" : text
    // Parts of a control, such as its arrow, hold no text.
    if (own.includes("::")) continue
    const specificity = specificityOf(selector)
    for (const { property, value, isImportant } of declared) {
      const weight = [isImportant ? 1 : 0, isImportant ? -layer : layer, ...specificity, place]
      const entry = { selector: own.replaceAll(neverSo, ":not(*)"), pseudo, property, value, weight }
      const key = lastName(selector)
      sheet.set(key, [...(sheet.get(key) ?? []), entry])
    }
  }
  return place
}

/** How many ids, classes and tags a selector names: https://www.w3.org/TR/selectors-4/#specificity-rules. */
function specificityOf(node: CssNode): [number, number, number] {
  if (node.type === "IdSelector") return [1, 0, 0]
  if (node.type === "ClassSelector" || node.type === "AttributeSelector") return [0, 1, 0]
  if (node.type === "TypeSelector") return [0, 0, node.name === "*" ? 0 : 1]
  if (node.type === "PseudoElementSelector") return [0, 0, 1]
  if (node.type === "PseudoClassSelector" && !["is", "not", "has", "where"].includes(node.name))
    return [0, 1, 0]
  if (
    !("children" in node) ||
    !node.children ||
    (node.type === "PseudoClassSelector" && node.name === "where")
  )
    return [0, 0, 0]
  const parts = [...node.children].map(specificityOf)
  // Of a list the strongest counts.
  if (node.type === "SelectorList") return parts.sort((one, other) => compare(other, one))[0] ?? [0, 0, 0]
  return parts.reduce(([a, b, c], part) => [a + part[0], b + part[1], c + part[2]], [0, 0, 0])
}

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((number, place) => number - (other[place] ?? 0)).find((difference) => difference !== 0) ?? 0

/** What an element must have to be meant: the class, id or tag of the last compound. */
function lastName(selector: CssNode): string {
  let name = "*"
  if (selector.type !== "Selector") return name
  for (const part of selector.children) {
    if (part.type === "Combinator") name = "*"
    else if (part.type === "ClassSelector") name = `.${part.name}`
    else if (part.type === "IdSelector") name = `#${part.name}`
    else if (part.type === "TypeSelector" && name === "*" && part.name !== "*") name = part.name
  }
  return name.replaceAll("\\", "")
}

const inherent: Record<string, string> = {
  none: "head title meta link style script template base area datalist param rp col colgroup source track",
  block:
    "html body address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend main menu nav ol optgroup option p pre search section summary ul",
  "list-item": "li",
  table: "table",
  "table-row": "tr",
  "table-row-group": "tbody",
  "table-header-group": "thead",
  "table-footer-group": "tfoot",
  "table-cell": "td th",
  "table-caption": "caption",
  "inline-block": "button input select textarea meter progress img",
  contents: "slot",
}
const displayOf = new Map(
  Object.entries(inherent).flatMap(([display, tags]) =>
    tags.split(" ").map((tag) => [tag, display] as const),
  ),
)

/** As a browser has it without the page's own styles. */
function inherentDisplay(element: Element): string {
  if (element.hasAttribute("hidden") || element.hasAttribute("popover")) return "none"
  if (element.matches("input[type=hidden i], dialog:not([open])")) return "none"
  return displayOf.get(element.localName) ?? "inline"
}

/** How the parts of a document are drawn, asked until something in it changes. */
export class Styles {
  private readonly known = new Map<Element, Map<Pseudo | undefined, Drawn>>()
  private readonly sheets: Sheet[]

  constructor(sheets: Sheet[]) {
    this.sheets = sheets
  }

  forget() {
    this.known.clear()
  }

  of(element: Element, pseudo?: Pseudo): Drawn {
    const drawn = this.known.get(element) ?? new Map<Pseudo | undefined, Drawn>()
    this.known.set(element, drawn)
    const kept = drawn.get(pseudo)
    if (kept) return kept
    const made = this.compute(element, pseudo)
    drawn.set(pseudo, made)
    return made
  }

  private compute(element: Element, pseudo: Pseudo | undefined): Drawn {
    const parent = pseudo ? element : element.parentElement
    const above = parent ? this.of(parent) : undefined
    const won = new Map<Property, Declared>()
    for (const declared of this.declared(element))
      if (declared.pseudo === pseudo && isStronger(declared, won.get(declared.property)))
        if (element.matches(declared.selector)) won.set(declared.property, declared)
    const inline = pseudo ? undefined : (element as HTMLElement).style
    const value = (property: Property, otherwise: string) =>
      inline?.getPropertyValue(property) || won.get(property)?.value || otherwise
    const position = value("position", "static")
    const float = value("float", "none")
    let display = value("display", pseudo ? "inline" : inherentDisplay(element))
    const stands =
      position === "absolute" ||
      position === "fixed" ||
      float !== "none" ||
      /flex|grid/.test(above?.display ?? "")
    if (stands && display.startsWith("inline")) display = display.replace(/^inline-?/, "") || "block"
    return {
      display,
      visibility: value("visibility", above?.visibility ?? "visible"),
      position,
      float,
      content: value("content", pseudo ? "none" : "normal"),
    }
  }

  private *declared(element: Element): Iterable<Declared> {
    const keys = [
      "*",
      element.localName,
      `#${element.id}`,
      ...[...element.classList].map((name) => `.${name}`),
    ]
    for (const sheet of this.sheets) for (const key of keys) yield* sheet.get(key) ?? []
  }

  /** Whether any box is made for it: none of a closed `details`, and none within `display: none`. */
  hasBox(element: Element): boolean {
    if (this.of(element).display === "contents") return false
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (this.of(each).display === "none") return false
      const parent: Element | null = each.parentElement
      if (parent?.localName !== "details" || parent.hasAttribute("open")) continue
      if (each !== [...parent.children].find((child) => child.localName === "summary")) return false
    }
    return element.isConnected
  }
}

const isStronger = (one: Declared, other: Declared | undefined) =>
  !other || compare(one.weight, other.weight) > 0
