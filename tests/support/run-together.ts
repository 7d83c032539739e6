// What a page says without its styles: text in neighboring elements that only a margin keeps apart is one word there, and for
// some screen readers too.

/** Elements within a line. All others begin a line of their own, or are drawn as a box. */
const inLine = new Set(["a", "abbr", "b", "bdi", "cite", "code", "em", "i", "label", "mark", "small", "span", "strong", "time"])
const without = /<(script|style|svg|template|head|select|textarea)\b[\s\S]*?<\/\1>/g
const endsWithWord = /[\p{L}\p{N}]$/u
const beginsWithWord = /^[\p{L}\p{N}$€£]/u

/** Pairs of texts, such as "Standard plan|Upgrade", between which nothing but the edge of an element lies. */
export function runTogether(html: string): string[] {
  const found: string[] = []
  let before = ""
  let isEdge = false
  for (const [token, name = ""] of html.replace(without, "<p>").matchAll(/<!--[\s\S]*?-->|<\/?([a-z][a-z0-9]*)[^>]*>|[^<]+/g)) {
    if (token.startsWith("<!--")) continue
    if (name) {
      if (inLine.has(name)) isEdge = true
      else before = ""
      continue
    }
    if (isEdge && endsWithWord.test(before) && beginsWithWord.test(token)) found.push(`${before.slice(-24)}|${token.slice(0, 24)}`)
    before = token
    isEdge = false
  }
  return found
}
