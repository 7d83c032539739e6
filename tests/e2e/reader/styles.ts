import postcss, { type ChildNode, type Rule } from "postcss"

// What a style sheet shows and hides where nothing is drawn: the `display` of an element by the rules that match it, in a
// window of a size, without scripts. Rules that depend on the size of a part of the page (@container) are left to the browser.

export type Size = { width: number; height: number }

type Shown = {
  selector: string
  value: string
  media: string[]
  weight: [layer: number, specificity: number]
}

const blocks =
  /^(address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/
const controls = /^(button|input|meter|progress|select|textarea|img|video)$/
const never = /^(area|base|datalist|head|link|meta|noembed|param|rp|script|style|template|title)$/

export class Styles {
  private readonly rules: Shown[] = []
  private readonly layers: string[] = []
  private readonly active = new Map<string, Map<string, Shown[]>>()

  constructor(css: string) {
    this.read(postcss.parse(css).nodes, [], Number.POSITIVE_INFINITY)
  }

  private read(nodes: ChildNode[], media: string[], layer: number) {
    for (const node of nodes) {
      if (node.type === "rule") this.readRule(node, media, layer)
      else if (node.type !== "atrule") continue
      else if (node.name === "layer") {
        const names = node.params.split(",").map((name) => name.trim())
        for (const name of names) if (!this.layers.includes(name)) this.layers.push(name)
        this.read(node.nodes ?? [], media, this.layers.indexOf(names[0] ?? ""))
      } else if (node.name === "media") this.read(node.nodes ?? [], [...media, node.params], layer)
      else if (node.name === "supports" && !node.params.startsWith("not"))
        this.read(node.nodes ?? [], media, layer)
    }
  }

  private readRule(rule: Rule, media: string[], layer: number) {
    rule.walkDecls("display", ({ value, important }) => {
      for (const selector of rule.selectors) {
        if (/::|:(before|after)\b/.test(selector)) continue
        const weight: Shown["weight"] = [
          important ? Number.POSITIVE_INFINITY : layer,
          specificityOf(selector),
        ]
        // Nothing opens over a page that isn't drawn.
        this.rules.push({ selector: selector.replaceAll(":popover-open", ".never"), value, media, weight })
      }
    })
  }

  /** The rules for windows of this size, by what their last part names, so that few are tried for an element. */
  private rulesFor(size: Size): Map<string, Shown[]> {
    const key = `${size.width} ${size.height}`
    let found = this.active.get(key)
    if (!found) {
      found = new Map()
      for (const rule of this.rules.filter(({ media }) => media.every((query) => isMet(query, size)))) {
        const name = nameOf(rule.selector)
        found.set(name, [...(found.get(name) ?? []), rule])
      }
      this.active.set(key, found)
    }
    return found
  }

  displayOf(element: Element, size: Size): string {
    const rules = this.rulesFor(size)
    const tag = element.localName
    let best: Shown | undefined
    for (const name of ["*", tag, ...[...element.classList].map((each) => `.${each}`)])
      for (const rule of rules.get(name) ?? [])
        if ((!best || isAtLeast(rule.weight, best.weight)) && element.matches(rule.selector)) best = rule
    return best?.value ?? ownDisplay(element, tag)
  }
}

const isAtLeast = (one: Shown["weight"], other: Shown["weight"]) =>
  one[0] === other[0] ? one[1] >= other[1] : one[0] > other[0]

/** As a browser shows an element that no rule is about. */
function ownDisplay(element: Element, tag: string): string {
  if (never.test(tag) || element.hasAttribute("hidden") || element.hasAttribute("popover")) return "none"
  if (tag === "dialog") return element.hasAttribute("open") ? "block" : "none"
  if (tag === "input" && element.getAttribute("type") === "hidden") return "none"
  return blocks.test(tag) ? "block" : controls.test(tag) ? "inline-block" : "inline"
}

const em = 16

/** Whether a window of this size on a desktop without scripts meets a media query. */
function isMet(query: string, { width, height }: Size): boolean {
  return query.split(",").some((part) => {
    const features = [...part.matchAll(/\(([^()]+)\)/g)].every(([, feature = ""]) => {
      const [name = "", value = ""] = feature.split(":").map((word) => word.trim())
      const pixels = Number.parseFloat(value) * (value.endsWith("em") ? em : 1)
      if (name === "min-width") return width >= pixels
      if (name === "max-width") return width <= pixels
      if (name === "min-height") return height >= pixels
      if (name === "max-height") return height <= pixels
      if (name === "orientation") return (value === "landscape") === width > height
      return feature === "prefers-reduced-motion:reduce" || feature === "scripting:none"
    })
    return (features && !/\bprint\b/.test(part)) !== part.trim().startsWith("not ")
  })
}

/** Ids, then classes, attributes and pseudo-classes, then tags; what stands in :where counts for nothing. */
function specificityOf(selector: string): number {
  const counted = selector.replace(/:where\((?:[^()]|\([^()]*\))*\)/g, "")
  const classes = counted.match(/\.[\w\\-]+|\[|:(?!is\(|not\(|has\()[a-z-]+/g)?.length ?? 0
  const tags = counted.match(/(^|[\s>+~(,])[a-z]/g)?.length ?? 0
  return (counted.match(/#/g)?.length ?? 0) * 10_000 + classes * 100 + tags
}

/** A class or else the tag that whatever a selector finds must have; "*" for anything. */
function nameOf(selector: string): string {
  let flat = selector
  for (let before = ""; before !== flat; ) {
    before = flat
    flat = flat.replace(/\([^()]*\)|\[[^[\]]*\]/g, "")
  }
  const last = flat.split(/[\s>+~]+/).at(-1) ?? ""
  if (last.includes("\\")) return "*"
  return /\.[\w-]+/.exec(last)?.[0] ?? /^[a-z][a-z0-9]*/.exec(last)?.[0] ?? "*"
}
