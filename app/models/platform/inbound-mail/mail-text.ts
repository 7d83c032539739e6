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

/** A page of a mail as plain text. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6])>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/** The bare address of `Name <address>`, in small letters. */
export const bareAddress = (from: string): string =>
  (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()
