import type AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { isScreen, patterns, rowOf } from "../support/pages"
import { axeFile, expect, onlyWithScripts, signIn, test } from "./journey"

// Every address that someone of the demo can open, once: what axe finds at WCAG 2.2 AA, and ids that are there twice. Contrast is
// measured on the screens of the journeys.

const only = onlyWithScripts("axe needs the browser’s timers: once is enough")

/** Who opens what. Addresses that several people have are looked at as the one named first sees them. */
const people: [user: string, joins: RegExp][] = [
  ["admin@harmony.example", /^\/(?!super-admin|student\/|dashboard\/teacher|auth|demo)/],
  ["teacher@harmony.example", /^\/(dashboard\/teacher|messaging|classes\/sessions|settings)/],
  ["guardian@harmony.example", /^\/(student\/|messaging|settings)/],
  ["milo", /^\/student\/(dashboard|schedule|practice|progress|assignments)/],
  ["super@tutti.example", /^\/super-admin/],
  ["", /^\/(?!super-admin|student\/|dashboard|settings|students|teachers|classes|schedule|billing)/],
]

const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]

/** An address and which of its parts is open as a form. */
const kindOf = (address: string) =>
  `${rowOf(address).path}?${new URLSearchParams(address.split("?")[1]).get("edit") ?? ""}`

async function* screensOf(page: Page, joins: RegExp) {
  const plain = patterns.filter((row) => isScreen(row) && !row.path.includes(":")).map(({ path }) => path)
  const queue = plain.filter((path) => joins.test(path))
  const seen = new Set<string>()
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (seen.has(kindOf(address))) continue
    seen.add(kindOf(address))
    const answer = await page.goto(address, { waitUntil: "load" })
    // Led elsewhere: that screen is looked at under its own address.
    if (answer?.status() !== 200 || new URL(page.url()).pathname !== address.split("?")[0]) continue
    yield address
    const links = await page.evaluate(() =>
      [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
    )
    for (const link of links) {
      const to = link.split("#")[0] ?? ""
      if (to.startsWith("/") && joins.test(to) && isScreen(rowOf(to)) && !seen.has(kindOf(to))) queue.push(to)
    }
  }
}

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>
type Violation = Results["violations"][number]

/** A short lesson of a week is as high as it lasts. The agenda has the same ones as rows. */
function withoutWeek(violation: Violation): Violation[] {
  const nodes = violation.nodes.filter(({ target }) => !/\.lane-|data-lesson/.test(target.join()))
  if (violation.id !== "target-size") return [violation]
  return nodes.length > 0 ? [{ ...violation, nodes }] : []
}

/**
 * What tells a link from the text around it: its style, or its color beside the text's, which takes a quarter of axe's time to find
 * out. So the style alone is asked first, and both where it says nothing.
 */
const byStyle = { id: "link-in-text-block", any: ["link-in-text-block-style"] }

async function findFaults(page: Page): Promise<string[]> {
  const { violations, twice } = await page.evaluate(
    async ({ tags, byStyle }) => {
      type Axe = {
        configure(how: object): void
        reset(): void
        run(what: Node, how: object): Promise<Results>
      }
      const { axe } = window as unknown as { axe: Axe }
      const rules = { "color-contrast": { enabled: false } }
      const violationsOf = async (runOnly: object) =>
        (await axe.run(document, { resultTypes: ["violations"], runOnly, rules })).violations
      axe.configure({ rules: [byStyle] })
      const found = await violationsOf(tags)
      axe.reset()
      const others = found.filter(({ id }) => id !== byStyle.id)
      const links = others.length < found.length ? await violationsOf([byStyle.id]) : []
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
      return {
        violations: [...others, ...links],
        twice: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
      }
    },
    { tags, byStyle },
  )
  return [
    ...violations
      .flatMap(withoutWeek)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 4)}`),
    ...twice.map((id) => `the id ${id} is there twice`),
  ]
}

for (const [user, joins] of people)
  test(`${user || "a visitor"} finds no screen with a fault`, only, async ({ browser, baseURL }) => {
    test.setTimeout(1_800_000)
    // The whole menu is in view: what is scrolled half out of it would be too small.
    // As the document is, which every screen is complete with: the scripts would only cost time.
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 1000 } })
    // Each document begins with axe, which is sent and compiled once.
    await context.addInitScript({ path: axeFile })
    const page = await context.newPage()
    // The browser blocks them itself: routes of the test's own would turn its cache off.
    const protocol = await context.newCDPSession(page)
    await protocol.send("Network.enable")
    await protocol.send("Network.setBlockedURLs", { urls: ["*.js"] })
    if (user) await signIn(page, user)
    const faults: string[] = []
    let count = 0
    for await (const address of screensOf(page, joins)) {
      count += 1
      faults.push(...(await findFaults(page)).map((each) => `${address}: ${each}`))
    }
    await context.close()
    expect(count).toBeGreaterThan(5)
    expect(faults).toEqual([])
  })
