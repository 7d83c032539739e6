import { parse } from "csv-parse/sync"
import { users } from "db/schema/accounts"
import { beforeAll, expect, test } from "vitest"
import { type Adds, glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/figures"
import { Browser } from "../../support/app"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { rowOf } from "../../support/school"

// Every figure of every dashboard of the demo, followed to the list it opens and compared with what the list holds. A
// figure is marked in the page with its key of the glossary; one in a row of figures without a key fails, so a new one
// joins by itself.

const harmony = "admin@harmony.example"
const solo = "solo@brightkeys.example"
const teacher = "teacher@harmony.example"
const guardian = "guardian@harmony.example"
const dashboards: [string, string][] = [
  ...[harmony, solo].flatMap((who): [string, string][] =>
    [
      "/dashboard",
      "/dashboard/getting-started",
      "/billing",
      "/billing?status=due",
      "/billing/unbilled",
      "/analytics",
      "/analytics?months=3&until=2026-10",
      "/analytics/teaching",
      "/analytics/teaching?months=3&instrument=Piano",
      "/analytics/money",
      "/analytics/money?months=3&instrument=Piano",
      "/analytics/money?months=3&teacher=none",
      "/analytics/money?months=1&until=2026-10",
      "/analytics/ahead",
      "/attendance",
      "/attendance?view=credits",
    ].map((page) => [who, page]),
  ),
  [teacher, "/dashboard/teacher"],
  [teacher, "/dashboard/teacher/analytics"],
  [guardian, "/student/dashboard"],
  [guardian, "/student/invoices"],
  ["staff", "/super-admin"],
  ["staff", "/super-admin/analytics"],
]

const browsers = new Map<string, Browser>()
beforeAll(async () => {
  useSeededDatabase()
  for (const who of [harmony, solo, teacher, guardian]) browsers.set(who, await browserOf(who))
  const staff = rowOf(users, { isSuperAdmin: true })
  if (staff) browsers.set("staff", await Browser.of(staff.id))
})

type Figure = { keys: MetricKey[]; to: string | null; text: string }

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")

function figuresIn(html: string): Figure[] {
  const marked = html.matchAll(/<(a|span|div)((?: [^>]*)?) data-figure="([^"]+)"([^>]*)>([\s\S]*?)<\/\1>/g)
  return [...marked].map(([, , before = "", keys = "", after = "", inside = ""]) => ({
    keys: keys.split(" ") as MetricKey[],
    to: /href="([^"]+)"/.exec(`${before} ${after}`)?.[1]?.replaceAll("&amp;", "&") ?? null,
    text: textOf(inside),
  }))
}

const digitsIn = (text = "0") => Number(text.replaceAll(",", ""))

/** The numbers of a text in their order, money in minor units and time in minutes: "3 lines, $1,559.00, 2 h" is 3, 155900 and 120. */
const numbersIn = (text: string): number[] =>
  [...inMinutes(text).matchAll(/([−-])?\$?(\d[\d,]*(?:\.(\d+))?)/g)].map(
    ([, minus, digits = "", decimals]) => {
      const value = digitsIn(digits)
      return (minus ? -1 : 1) * (decimals?.length === 2 ? Math.round(value * 100) : value)
    },
  )

const inMinutes = (text: string) =>
  text.replaceAll(/([\d,]+) h(?: (\d+) min)?\b/g, (_, hours, rest) =>
    String(digitsIn(hours) * 60 + digitsIn(rest)),
  )

async function read(browser: Browser, address: string): Promise<string> {
  const answer = await browser.visit(address)
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}

/** Rows of the table of a list on all of its pages, as texts of their cells. */
async function tableRows(browser: Browser, address: string): Promise<string[][]> {
  const rows: string[][] = []
  for (let next: string | undefined = address; next; ) {
    const html: string = await read(browser, next)
    const main = html.slice(html.indexOf("<main"))
    for (const [, body = ""] of main.matchAll(/<tbody[^>]*>([\s\S]*?)<\/tbody>/g))
      for (const [, row = ""] of body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g))
        rows.push([...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) => textOf(cell)))
    const link: string | undefined = [...main.matchAll(/<a [^>]*>/g)]
      .map(([tag]) => tag)
      .find((tag) => tag.includes('rel="next"'))
    next = link ? /href="([^"]+)"/.exec(link)?.[1]?.replaceAll("&amp;", "&") : undefined
  }
  return rows
}

/** Rows below a heading of a page that shows more than the list. */
async function rowsBelow(browser: Browser, address: string): Promise<string[][]> {
  const [page = ""] = address.split("#")
  const html = await read(browser, page)
  const list = html.slice(html.indexOf('id="rows"'))
  return [...list.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)]
    .map(([, row = ""]) =>
      [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) => textOf(cell)),
    )
    .slice(1)
}

async function csvRows(browser: Browser, address: string): Promise<Record<string, string>[]> {
  const text = (await read(browser, address)).replace(/^\uFEFF/, "")
  return parse(text, { columns: true }) as Record<string, string>[]
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const column = (rows: readonly Record<string, string>[], name: string) =>
  sum(rows.map((row) => Math.round(Number(row[name]) * 100)))

/** What the list at an address holds, read from its CSV file or from all of its pages. */
async function heldBy(browser: Browser, address: string, adds: Adds): Promise<number> {
  const url = new URL(address, "http://localhost")
  const search = url.search
  switch (url.pathname) {
    case "/billing": {
      const rows = await csvRows(browser, `/billing/invoices.csv${search}`)
      if (adds === "rows") return rows.length
      const open = column(rows, "Balance due")
      const overdue = column(rows, "Overdue")
      if (adds === "later") return open - overdue
      if (adds === "overdue" || (adds === "open" && url.searchParams.get("status") === "overdue"))
        return overdue
      const isOpen = adds === "open" && !/status=(draft|paid|void)/.test(search)
      return isOpen ? open : column(rows, "Total")
    }
    case "/billing/history":
      return 0 - column(await csvRows(browser, `/billing/history.csv${search}`), "Amount")
    case "/billing/unbilled": {
      const html = await read(browser, address)
      const lines = [...html.matchAll(/<details[\s\S]*?<\/details>/g)].flatMap(([family]) =>
        [...family.matchAll(/<dd>([\s\S]*?)<\/dd>/g)].flatMap(([, amount = ""]) => numbersIn(textOf(amount))),
      )
      return adds === "rows" ? lines.length : sum(lines)
    }
    case "/analytics/rows": {
      const rows = await csvRows(browser, `/analytics/rows.csv${search}`)
      if (adds === "amount") return column(rows, "Amount")
      if (adds === "minutes") return sum(rows.map((row) => Number(row.Minutes)))
      return rows.length
    }
    case "/students":
      return (await csvRows(browser, `/students.csv${search}`)).length
    case "/super-admin/analytics": {
      const rows = await rowsBelow(browser, address)
      return adds === "rows" ? rows.length : sum(rows.flatMap((row) => numbersIn(row.at(-1) ?? "")))
    }
    case "/super-admin/paid-subscriptions": {
      // The cases are above the subscriptions.
      const html = await read(browser, url.pathname)
      const cases = /<section[^>]*aria-labelledby="cases"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ""
      return Math.max(0, [...cases.matchAll(/<tr[^>]*>/g)].length - 1)
    }
    case "/super-admin/database":
    case "/attendance":
    case "/teachers":
    case "/classes":
    case "/super-admin/schools":
    case "/super-admin/support":
      return (await tableRows(browser, address)).length
    case "/schedule/to-settle":
      // Lessons of one weekly time are one row.
      return sum(
        (await tableRows(browser, address)).map(([lesson = ""]) =>
          Number(/(\d+) lessons on/.exec(lesson)?.[1] ?? 1),
        ),
      )
    default:
      throw new Error(`No list is known at ${address}.`)
  }
}

const held = new Map<string, Promise<number>>()
let compared = 0

test.each(dashboards)("the figures %s sees at %s equal the lists they open", async (who, page) => {
  const browser = browsers.get(who)
  if (!browser) throw new Error(`${who} is not in the demo.`)
  const html = await read(browser, page)
  for (const [, cells = ""] of html.matchAll(/<(?:nav|div) class="figures"[^>]*>([\s\S]*?)<\/nav>/g))
    for (const [tag] of cells.matchAll(/<(?:a|div)[^>]*>(?=<b>(?:<[^>]+>)*[$\d])/g))
      expect(tag).toContain("data-figure=")
  const figures = figuresIn(html)
  for (const { keys, to, text } of figures) {
    const numbers = numbersIn(text)
    for (const [index, key] of keys.entries()) {
      const metric: Metric = glossary[key]
      expect(metric, key).toBeDefined()
      if (metric.opens === undefined) {
        expect(metric.why.length).toBeGreaterThan(10)
        continue
      }
      expect(to, `${key} on ${page} opens its list`).not.toBeNull()
      const address = to ?? ""
      expect(new URL(address, "http://localhost").pathname).toBe(metric.opens)
      const asked = `${who} ${address} ${metric.adds}`
      const answer = held.get(asked) ?? heldBy(browser, address, metric.adds)
      held.set(asked, answer)
      expect.soft(await answer, `${page}: "${text}" (${key}) opens ${address}`).toBe(numbers[index])
      compared += 1
    }
  }
})

test("the figures were followed", () => {
  expect(compared).toBeGreaterThan(100)
})
