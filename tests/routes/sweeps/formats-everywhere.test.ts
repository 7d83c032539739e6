import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { beforeAll, expect, test } from "vitest"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { routeTable } from "../../support/route-table"
import { changeRows } from "../../support/school"

// Every screen that the demo's people find by following links, in a school with 24 hours, the day first and the comma:
// whatever still says 2:00 PM, Nov 20 or $42.50 was written without asking the school. A new screen joins by itself.

const people = ["admin@harmony.example", "teacher@harmony.example", "guardian@harmony.example", "milo"]

const months =
  "January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
const foreign: Record<string, RegExp> = {
  "12 hours": /\b\d{1,2}(?::\d\d)? ?[AP]M\b/,
  "month first": new RegExp(`(?<!\\d )\\b(?:${months}) \\d{1,2}\\b`),
  "number with a point": /[$€£]\d|\b\d+\.\d{1,2}\b/,
}

/** The platform's own price list is the specification's, and its help and its staff speak to every school alike. */
const platform = /^\/(?:select-plan|settings\/subscription|dashboard\/admin\/subscription|help|support)/
/**
 * Where formats are chosen each choice shows its own, the rows of a bank's file stand as the bank wrote them, and a preview filled in
 * from a letter that was sent says what that one said.
 */
const ownWriting: Record<string, RegExp> = {
  "/settings/school": /<option[\s\S]*?<\/option>/g,
  "/welcome": /<option[\s\S]*?<\/option>/g,
  "/billing/manage/bank/:uploadId": /<(option|td)\b[\s\S]*?<\/\1>/g,
  "/settings/emails/:letterKey": /Filled in for (?:(?!<\/section>)[\s\S])*/g,
}
/** What people of the demo and mail servers wrote keeps their own writing. */
const columns = [
  ["conversations", "subject"],
  ["messages", "body"],
  ["students", "notes"],
  ["note_replies", "body"],
  ["returned_addresses", "reason"],
] as const
let written: string[] = []
const isWritten = (text: string, { index, 0: match }: RegExpExecArray) =>
  written.some((own) => own.includes(text.slice(Math.max(0, index - 8), index + match.length).trim()))
/** "Jun 27, Jul 15, Aug 30": a figure beside each month. */
const isTrend = new RegExp(`(?:\\b(?:${months}) \\d.*?){3}`)

const patterns = routeTable()
  .filter(({ path, file }) => path !== "/*" && file.endsWith(".tsx") && !path.startsWith("/api"))
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length)
  .map(({ path }) => ({
    path,
    matches: new RegExp(`^${path.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }))
const pathOf = (address: string) => {
  const bare = address.split("?")[0] ?? ""
  return patterns.find(({ matches }) => matches.test(bare))?.path
}

beforeAll(() => {
  useSeededDatabase()
  changeRows(schools, undefined, {
    dateOrder: "dmy",
    hourCycle: 24,
    numberStyle: "1 234,50",
    currencyPlace: "after",
  })
  written = columns.flatMap(
    ([table, column]) =>
      sqlite()
        .prepare(`select ${column} from ${table} where ${column} is not null`)
        .pluck()
        .all() as string[],
  )
}, 300_000)

/** Texts and attributes that a person reads or hears; tags divide them. */
const wordsOf = (html: string): string[] => {
  const shown = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "|").replace(/<!--.*?-->/g, "")
  const attributes = [...shown.matchAll(/\b(?:aria-label|title|placeholder|alt|value)="([^"]*)"/g)]
  return [...shown.split(/<[^>]+>/), ...attributes.map(([, text = ""]) => text)]
}

test.each(people)(
  "%s reads no other school's formats",
  async (person) => {
    const browser = await browserOf(person)
    const visits = new Map<string, number>()
    const queue = patterns.filter(({ path }) => !path.includes(":")).map(({ path }) => path)
    const queued = new Set(queue)
    const found = new Set<string>()
    let pages = 0
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      const path = pathOf(page) ?? page
      const kind = `${path}?${[...new URLSearchParams(page.split("?")[1]).keys()].sort().join("&")}`
      if ((visits.get(kind) ?? 0) >= 2) continue
      visits.set(kind, (visits.get(kind) ?? 0) + 1)
      const answer = await browser.copy().visit(page)
      if (answer.status !== 200) continue
      const whole = await answer.text()
      const own = ownWriting[path]
      const html = own ? whole.replace(own, "|") : whole
      pages += 1
      if (html.includes('<body class="app">') && !platform.test(page))
        for (const text of wordsOf(html))
          for (const [what, pattern] of Object.entries(foreign)) {
            const at = pattern.exec(text)
            if (at && !isWritten(text, at) && !(what === "month first" && isTrend.test(text)))
              found.add(`${path}: ${what}: ${text.trim().slice(Math.max(0, at.index - 40), at.index + 60)}`)
          }
      for (const [, href = ""] of html.matchAll(/<a\b[^>]*href="(\/[^"#]*)/g)) {
        const to = href.replaceAll("&amp;", "&")
        if (queued.has(to) || !pathOf(to)) continue
        queued.add(to)
        queue.push(to)
      }
    }
    expect(pages).toBeGreaterThan(10)
    expect([...found]).toEqual([])
  },
  600_000,
)
