import { expect, test } from "vitest"
import type { OfflinePages } from "~/models/overview/offline-pages/offline-pages"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../support/clock"
import { browserOf, useSeededDatabase } from "../../support/demo"

test("no two pages that a device keeps are listed under the same name", async () => {
  fixClock(testNow)
  useSeededDatabase()
  const same: string[] = []
  let titles = 0
  for (const person of [
    "teacher@harmony.example",
    "guardian@harmony.example",
    "milo",
    "solo@brightkeys.example",
    "admin@harmony.example",
  ]) {
    const browser = await browserOf(person)
    const { pages } = (await (await browser.visit("/kept-pages.json")).json()) as OfflinePages
    const named = new Map<string, string>()
    for (const { path } of pages) {
      const html = await (await browser.visit(path)).text()
      const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? []
      const before = named.get(title)
      if (before) same.push(`${person}: ${title} is ${before} and ${path}`)
      named.set(title, path)
      titles += 1
    }
  }
  expect(same).toEqual([])
  expect(titles).toBeGreaterThan(40)
})
