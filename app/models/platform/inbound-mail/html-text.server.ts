import { convert } from "html-to-text"

// The text of an email that is a page. A stranger writes it: its size and its number of marks are limited.

const longestPage = 400_000
const mostMarks = 20_000

/** Paragraphs and lines stay, what is quoted begins with ">", and a link shows its address. */
export function textOfHtml(html: string): string {
  const page = html.slice(0, longestPage)
  const marks = page.split("<").length
  // A page of marks alone says little: without them it is read all the same.
  const read = convert(marks > mostMarks ? page.replace(/<[^<>]*>/g, " ") : page, options)
  return read.replaceAll("\u00a0", " ").trim()
}

const options = {
  wordwrap: false as const,
  limits: { maxDepth: 500, maxInputLength: longestPage },
  selectors: [
    { selector: "img", format: "skip" },
    ...["td", "th"].map((selector) => ({ selector, format: "inlineSurround", options: { suffix: " " } })),
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: "p", options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
}
