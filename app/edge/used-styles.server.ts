/** A statement as it is written, or a block: what comes before its brace, its parts, and the classes that each of its selectors names. */
type Part = string | { head: string; parts: Part[]; selectors: readonly (readonly string[])[] }

/** A text, or what begins or ends a statement or block. */
const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g

/** The parts of a style sheet without comments, as the build writes it. */
export function partsOf(css: string): readonly Part[] {
  const sheet: Part[] = []
  const open = [sheet]
  let begun = 0
  for (const { 0: token, index } of css.matchAll(tokens)) {
    if (token.length > 1) continue
    const text = css.slice(begun, token === ";" ? index + 1 : index)
    begun = index + 1
    const around = open.at(-1) ?? sheet
    if (token === "{") {
      const parts: Part[] = []
      around.push({ head: text, parts, selectors: text.startsWith("@") ? [[]] : selectorsOf(text) })
      open.push(parts)
    } else if (text) around.push(text)
    if (token === "}") open.pop()
  }
  return [...sheet, css.slice(begun)]
}

/** The classes that an element and those around it have to have. What is in brackets may hold without them: `:not(.open)`. */
function selectorsOf(text: string) {
  let bare = text
  for (let was = ""; was !== bare; ) {
    was = bare
    bare = bare.replace(/(?<!\\)(?:\((?:\\.|[^()\\])*\)|\[(?:\\.|[^\]\\])*\])/g, "")
  }
  return bare
    .split(/(?<!\\),/)
    .map((selector) =>
      [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replaceAll("\\", "")),
    )
}

/** What a style sheet says of the classes that a page has, and of what has no class. */
export function usedStyles(sheet: readonly Part[], html: string): string {
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")))
  const written = (part: Part): string => {
    if (typeof part === "string") return part
    if (!part.selectors.some((classes) => classes.every((name) => used.has(name)))) return ""
    const within = part.parts.map(written).join("")
    // A layer's position among the others is that of its first block.
    return within || part.head.startsWith("@layer") ? `${part.head}{${within}}` : ""
  }
  return sheet.map(written).join("")
}
