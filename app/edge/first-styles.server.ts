import appStyles from "~/styles/entry.app.css?inline"
import appStylesUrl from "~/styles/entry.app.css?url"
import type { DocumentPart } from "./compressed-text.server"

// The first page of the logged-in area brings its styles along: on a slow network, a browser that asks for their file first
// paints a round trip later. The file is loaded beside it, for the pages that follow.

/** Stands for them while a page is drawn: no text of a page has it, as its first letter is escaped everywhere else. */
export const stylesMark = "<styles>"

/** Changes with every build that changes the styles. */
const version = /-([\w-]+)\.css$/.exec(appStylesUrl)?.[1] ?? "none"
const weekSeconds = 7 * 24 * 3600

/** Says that this browser has had the file. A browser drops what it hasn't asked for in a while, so it isn’t believed for long. */
export const stylesCookie = `styles=${version}; Path=/; Max-Age=${weekSeconds}; SameSite=Lax; HttpOnly`

export const hasStyles = (request: Request): boolean =>
  (request.headers.get("Cookie") ?? "").split("; ").includes(`styles=${version}`)

const sheet = `<link rel="stylesheet" href="${appStylesUrl}"`

/** Their bytes, which are the same on every first page. */
const bytes = Buffer.from(appStyles)

/**
 * The page's first part with its styles, in the order they are sent; put in last of all, and as bytes: they are ten times as
 * long as it, and each step before would copy them. The browser loads the file without waiting for it: for paper, which needs
 * it later.
 */
export function partsWithStyles(html: string): DocumentPart[] {
  const at = html.indexOf(stylesMark)
  if (at < 0) return [html]
  const begin = html.indexOf(sheet, at)
  if (begin < 0) return [html.slice(0, at), bytes, html.slice(at + stylesMark.length)]
  const end = begin + sheet.length
  return [
    html.slice(0, at),
    bytes,
    `${html.slice(at + stylesMark.length, end)} media="print"`,
    html.slice(end),
  ]
}
