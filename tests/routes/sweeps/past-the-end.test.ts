import { beforeAll, expect, test } from "vitest"
import type { Browser } from "../../support/app"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { isScreen, pagesOf } from "../../support/pages"
import { people } from "../../support/walked-demo"

// Every screen is asked for a page that lies far past the end of its list: it shows the last one, never that there is nothing.
// A new list joins by itself.

const browsers = new Map<string, Browser>()

beforeAll(async () => {
  useSeededDatabase()
  for (const person of people) if (person !== "nobody") browsers.set(person, await browserOf(person))
}, 600_000)

/** The page as a reader sees it, with every redirect followed. */
async function shown(browser: Browser, address: string): Promise<{ at: string; html: string }> {
  const answer = await browser.copy().visit(address)
  const to = answer.headers.get("Location")
  if (to?.startsWith("/")) {
    await answer.body?.cancel()
    return shown(browser, to)
  }
  return { at: address, html: answer.status === 200 ? await answer.text() : String(answer.status) }
}

const withPage = (address: string, page: string) => {
  const [path = "", query = ""] = address.split("?")
  const search = new URLSearchParams(query)
  search.set("page", page)
  return `${path}?${search}`
}

/** Rows of tables and lists, empty lists, and what a pager says. */
const factsOf = (html: string) => ({
  rows: html.match(/<(?:tr|li)\b/g)?.length ?? 0,
  empty: html.match(/class="empty-state"/g)?.length ?? 0,
  pager: /aria-label="Pages"/.test(html),
})

test("a page past the end of a list is its last page", async () => {
  const problems: string[] = []
  const lists = new Set<string>()
  for (const [person, browser] of browsers)
    for await (const { address, path, status, html } of pagesOf(browser, isScreen)) {
      if (status !== 200 || !html || address.includes("page=")) continue
      const first = factsOf(html)
      const { at, html: past } = await shown(browser, withPage(address, "9999"))
      const last = factsOf(past)
      if (first.pager) lists.add(path)
      const isLost = last.empty > first.empty || (first.pager && !last.pager)
      const isBeyond = new URLSearchParams(at.split("?")[1]).get("page") === "9999" && last.rows < first.rows
      if (isLost || isBeyond) problems.push(`${person} at ${address}: ${JSON.stringify({ first, last, at })}`)
    }
  expect(lists.size).toBeGreaterThan(15)
  expect(problems).toEqual([])
}, 900_000)
