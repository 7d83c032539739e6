import type { Browser } from "./app"
import { routeTable } from "./route-table"

// What a person finds by following links, from every address of the route table on. A new screen joins automatically.

export type Page = { address: string; path: string; file: string; status: number; type: string; html: string }

export const patterns = routeTable()
  .filter(({ path }) => path !== "/*" && path !== "/api/*")
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length)
  .map((row) => ({
    ...row,
    matches: new RegExp(`^${row.path.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }))
type Row = { path: string; file: string }
const known = new Map<string, Row>()

/** The row of the route table that an address belongs to; without a file when it is none of ours. */
export function rowOf(address: string): Row {
  const row = known.get(address) ??
    patterns.find(({ matches }) => matches.test(address.split("?")[0] ?? "")) ?? { path: address, file: "" }
  known.set(address, row)
  return row
}

export const isScreen = ({ path, file }: { path: string; file: string }) =>
  file.endsWith(".tsx") && !path.startsWith("/api")

/** A few of every kind: two with the same query names, five of one address; each part that opens as a form once. */
function makeLimit(): (address: string) => boolean {
  const visits = new Map<string, number>()
  return (address) => {
    const { path } = rowOf(address)
    const part = new URLSearchParams(address.split("?")[1]).get("edit")
    if (part !== null) {
      const isKnown = visits.has(`${path} ${part}`)
      visits.set(`${path} ${part}`, 1)
      return isKnown
    }
    const kind = `${path}?${[...new URLSearchParams(address.split("?")[1]).keys()].sort().join("&")}`
    const [ofKind, ofPath] = [visits.get(kind) ?? 0, visits.get(path) ?? 0]
    if (ofKind >= 2 || ofPath >= 5) return true
    visits.set(kind, ofKind + 1)
    visits.set(path, ofPath + 1)
    return false
  }
}

/** Every answer that this person gets, whatever its status; `joins` says which addresses of the table are asked. */
export async function* pagesOf(
  browser: Browser,
  joins: (row: { path: string; file: string }) => boolean,
  alsoFrom: string[] = [],
): AsyncGenerator<Page> {
  const isEnough = makeLimit()
  const plain = patterns.filter((row) => joins(row) && !row.path.includes(":")).map(({ path }) => path)
  const queue = [...alsoFrom, ...plain]
  const queued = new Set(queue)
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (isEnough(address)) continue
    const answer = await browser.copy().visit(address)
    const type = answer.headers.get("Content-Type") ?? ""
    const html = type.includes("html") ? await answer.text() : ""
    if (!html) await answer.body?.cancel()
    yield { address, ...rowOf(address), status: answer.status, type, html }
    if (answer.status !== 200) continue
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*href="(\/[^"#]*)/g)) {
      const to = href.replaceAll("&amp;", "&")
      if (queued.has(to) || !joins(rowOf(to))) continue
      queued.add(to)
      queue.push(to)
    }
  }
}
