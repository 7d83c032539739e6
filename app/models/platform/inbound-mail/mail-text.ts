// What someone wrote in a reply, without what their mail program quoted below it. Safe in the browser.

/** Where the quoted part begins: what mail programs write above it. */
const quoteHeads = [
  /^On .{4,200}wrote:$/i,
  /^-{2,}\s*(original|forwarded) message\s*-{2,}$/i,
  /^_{10,}$/,
  /^From: .+@.+$/i,
]

/** The new part of a reply. When nothing is left, all of it: a program may quote in its own way. */
export function withoutQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n")
  const at = lines.findIndex((line, index) => {
    const plain = line.trim()
    // A long head is broken over two lines.
    const two = `${plain} ${lines[index + 1]?.trim() ?? ""}`
    return quoteHeads.some((head) => head.test(plain)) || /^On .{4,200}wrote:$/i.test(two)
  })
  const kept = (at < 0 ? lines : lines.slice(0, at)).filter((line) => !line.startsWith(">"))
  return kept.join("\n").trim() || text.trim()
}

/** A page of a mail as plain text. A stranger writes it, so each step is linear in its length. */
export const textOfHtml = (html: string): string =>
  withoutUnread(html)
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6])>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/** Without what no one reads of a page: its styles, its scripts and its head, each from where it begins to its first end. */
function withoutUnread(html: string): string {
  const marks = [...html.matchAll(/<(\/?)(style|script|head)\b(?:\s*>)?/gi)].map(
    ({ 0: text, 1: end, 2: name = "", index }) => ({
      isEnd: end === "/" && text.endsWith(">"),
      isBegin: end === "",
      name: name.toLowerCase(),
      index,
      until: index + text.length,
    }),
  )
  const lastEnd = new Map(marks.flatMap(({ isEnd, name, index }) => (isEnd ? [[name, index] as const] : [])))
  const kept: string[] = []
  let from = 0
  let inside: string | undefined
  for (const { isBegin, isEnd, name, index, until } of marks) {
    if (inside === undefined) {
      if (!isBegin || (lastEnd.get(name) ?? -1) < index) continue
      kept.push(html.slice(from, index))
      inside = name
    } else if (isEnd && name === inside) {
      from = until
      inside = undefined
    }
  }
  return kept.join("") + html.slice(from)
}

/** The bare address of `Name <address>`, in small letters. */
export const bareAddress = (from: string): string =>
  (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()
