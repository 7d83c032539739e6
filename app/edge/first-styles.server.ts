import appStyles from "~/styles/entry.app.css?inline"
import appStylesUrl from "~/styles/entry.app.css?url"
import { partsOf, usedStyles } from "./used-styles.server"

// The first page of the logged-in area brings along the styles that it uses: on a slow network, a browser that asks for their
// file first paints a round trip later. The whole file is loaded beside it, for what scripts draw and the pages that follow.

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

let parts: ReturnType<typeof partsOf> | undefined

/** The page with its styles. The browser loads the file without waiting for it: for paper, until scripts run (entry.client.tsx). */
export function withStyles(html: string): string {
  parts ??= partsOf(appStyles)
  const used = usedStyles(parts, html)
  return html.replace(stylesMark, () => used).replace(sheet, `$& media="print"`)
}
