import type { Page } from "@playwright/test"
import { expect, onlyWithoutScripts, onlyWithScripts, signIn, test } from "./journey"
import { reachingOut } from "./reaching-out"

// The main screens of each role: no sideways scroll from a small phone to a desktop, the support button beside the
// content and never on it, and what has the focus above the bars at the bottom.

const widths = [320, 360, 641, 768, 1024, 1100, 1280]
const register = "a[href*='/classes/sessions/']"

const screens: [role: string, user: string, paths: string[]][] = [
  [
    "an administrator",
    "admin@harmony.example",
    [
      "/dashboard",
      "/students",
      "/teachers",
      "/classes",
      "/schedule",
      "/schedule?view=agenda",
      "/schedule?view=month",
      "/billing",
      "/billing/manage",
      "/billing/manage/plans",
      "/attendance",
      "/settings/admin",
      "/settings/preferences",
    ],
  ],
  [
    "a teacher",
    "teacher@harmony.example",
    ["/dashboard/teacher", "/dashboard/teacher/students", "/dashboard/teacher/classes", "/messaging"],
  ],
  [
    "a guardian",
    "guardian@harmony.example",
    ["/student/dashboard", "/student/schedule", "/student/schedule?view=month", "/student/invoices"],
  ],
  ["a school that has not paid", "pending@newschool.example", ["/select-plan", "/support"]],
  [
    "the platform's staff",
    "super@tutti.example",
    ["/super-admin", "/super-admin/transactions?show=messages", "/super-admin/paid-subscriptions"],
  ],
]

/** Lists and forms of the office with the most columns and fields. */
const officeLists = [
  "/families",
  "/students/portal-access",
  "/billing/unbilled",
  "/billing/expenses",
  "/billing/history",
  "/billing/hires",
  "/absences",
  "/messaging",
  "/sheets/emergency",
  "/teachers/pay",
  "/settings/school",
  "/settings/team",
  "/settings/skills",
]

/** Further screens that large text was too wide for on a phone; of a record, the first link of a list leads there. */
const furtherScreens: Record<string, (string | [list: string, link: string])[]> = {
  "admin@harmony.example": [
    "/",
    "/dashboard/getting-started",
    "/schedule/simple",
    "/students?status=plan&portal=none",
    "/analytics/teaching",
    "/analytics/money",
    "/teachers/pay",
    "/settings/admin/log",
    ["/classes", "a[href^='/classes/m']"],
    ["/schedule", "a[href^='/schedule/lessons/']"],
    ["/billing", "a[href^='/billing/invoices/']"],
    ["/billing/history", "a[href^='/billing/families/']"],
    ["/teachers", "a[href^='/teachers/m']"],
    ["/students", "a[href^='/students/m']"],
  ],
  "teacher@harmony.example": [["/dashboard/teacher", register]],
  "guardian@harmony.example": [["/student/invoices", "a[href^='/student/invoices/m']"]],
  "super@tutti.example": [["/super-admin/schools", "a[href^='/super-admin/schools/']"]],
}

/** Where every lesson has its link: late in the demo's day, other journeys have taken all that "Today" leads to. */
const allLessons = "/dashboard/teacher/schedule"

/** Opens the teacher's page that has a link to a register. */
async function findRegister(page: Page) {
  await page.goto("/dashboard/teacher")
  if ((await page.locator(`main ${register}`).count()) === 0) await page.goto(allLessons)
  return page.locator(`main ${register}`).first()
}

async function addressOf(page: Page, screen: string | [list: string, link: string]): Promise<string> {
  if (typeof screen === "string") return screen
  if (screen[1] === register) return (await (await findRegister(page)).getAttribute("href")) ?? ""
  await page.goto(screen[0])
  const href = await page.locator(`main ${screen[1]}`).first().getAttribute("href")
  expect(href, `${screen[0]} leads to ${screen[1]}`).not.toBeNull()
  return href ?? ""
}

for (const [role, user, paths] of screens)
  test(
    `${role} scrolls no screen sideways and sees all of it`,
    onlyWithoutScripts("widths are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      for (const path of paths) {
        await page.setViewportSize({ width: 1280, height: 740 })
        await page.goto(path)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect(await reachingOut(page), `${path} scrolls sideways at ${width} px`).toEqual([])
          for (const part of [0, 0.5, 1])
            expect(
              await coveredBySupport(page, part),
              `below the support button of ${path}, ${width} px`,
            ).toEqual([])
        }
        // The bar of a list is longer by how many are ticked.
        const box = page.locator(".pick input").first()
        if ((await box.count()) === 0) continue
        await box.check()
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect(await reachingOut(page), `${path} with a tick scrolls sideways at ${width} px`).toEqual([])
        }
      }
    },
  )

test(
  "with text of twice the size no screen scrolls sideways, on a phone or a desktop",
  onlyWithoutScripts("sizes are a matter of styles: once is enough"),
  async ({ browser }) => {
    for (const [, user, paths] of screens) {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await signIn(page, user)
      const lists = user === "admin@harmony.example" ? officeLists : []
      const both = [...paths, ...lists]
      for (const screen of [...both, ...(furtherScreens[user] ?? [])]) {
        const path = await addressOf(page, screen)
        await page.goto(path)
        // A lesson's card stands beside its lesson on a desktop.
        const isWide = both.includes(path) || path.startsWith("/schedule/lessons/")
        for (const width of isWide ? [360, 1280] : [360]) {
          await page.setViewportSize({ width, height: 740 })
          const overflow = await page.evaluate(() => {
            document.documentElement.style.setProperty("font-size", "200%")
            return document.documentElement.scrollWidth - innerWidth
          })
          expect(overflow, `${path} scrolls sideways with large text at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
      await context.close()
    }
  },
)

/**
 * The parts of the page's content that lie below the support button when so much of the page is scrolled past. Without scripts a
 * phone has it at the end of the page.
 */
const coveredBySupport = (page: Page, part?: number) =>
  page.evaluate((part) => {
    if (part !== undefined)
      scrollTo({ top: part * document.documentElement.scrollHeight, behavior: "instant" })
    const button = document.querySelector(".support-button")
    if (!button?.checkVisibility()) return []
    const over = button.getBoundingClientRect()
    const isFixed = getComputedStyle(button).position === "fixed"
    if (over.left < 0 || over.right > innerWidth) return ["off screen"]
    if ((isFixed || part === 1) && (over.top < 0 || over.bottom > innerHeight)) return ["off screen"]
    // What is scrolled or folded out of sight isn't at a point, though it has a box there.
    const at = (n: number, from: number, to: number) => from + 1 + (n / 8) * (to - from - 2)
    const places = Array.from({ length: 81 }, (_, n) => n)
    const below = places.flatMap((n) =>
      document.elementsFromPoint(
        at(n % 9, over.left, over.right),
        at(Math.floor(n / 9), over.top, over.bottom),
      ),
    )
    return (
      [...new Set(below)]
        .filter((each) => each.closest("main, .sidebar, .bottom-bar, .top-bar") && !each.matches("main"))
        // The zone of a chart's last value reaches past what is drawn.
        .filter((each) => !each.matches("svg *"))
        .filter((each) => isFixed || part === 1 || !each.closest(".bottom-bar, .top-bar"))
        .map((each) => `${each.tagName} ${(each.textContent ?? "").slice(0, 30)}`)
        .slice(0, 3)
    )
  }, part)

test(
  "on a phone the support button is at the end of the page alone, and covers nothing there",
  onlyWithScripts("without scripts it is at the end of the page"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto("/students")
    await page.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
    const button = page.locator(".support-button")
    await expect(button).not.toBeInViewport()
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }))
    await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }))
    await expect(button).not.toBeInViewport()
    await page.evaluate(() => scrollTo({ top: 1e6, behavior: "instant" }))
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect.poll(() => coveredBySupport(page)).toEqual([])
    await page.locator("tbody input[type=checkbox]").first().check()
    await expect(button).toBeHidden()
  },
)

test("the support button is on every screen but the support's own", async ({ page }) => {
  await signIn(page, "guardian@harmony.example")
  const button = page.locator(".support-button")
  await expect(button).toBeVisible()
  await page.goto("/support")
  await expect(page.getByRole("main")).toBeVisible()
  await expect(button).toHaveCount(0)
})

test(
  "in a register every field with the focus lies above the bars",
  onlyWithoutScripts("scroll padding is a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "teacher@harmony.example")
    await page.setViewportSize({ width: 360, height: 640 })
    await (await findRegister(page)).click()
    await expect(page.locator(".save-bar")).toBeVisible()
    await page.locator("main").focus()
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press("Tab")
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused?.closest("main") || focused.closest(".save-bar")) return ""
        const box = (focused.closest(".mark-choice label") ?? focused).getBoundingClientRect()
        const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        const bar = at?.closest(".save-bar, .bottom-bar, .top-bar")
        return bar || !at ? `${focused.outerHTML.slice(0, 120)} at ${Math.round(box.top)}` : ""
      })
      expect(hidden).toBe("")
    }
  },
)

const bars = ["admin", "teacher", "guardian"]
  .map((name) => `${name}@harmony.example`)
  .concat("super@tutti.example")

for (const user of bars)
  test(
    `with text of twice the size the bars of ${user} still show all their labels on a phone`,
    onlyWithoutScripts("sizes are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await misplacedInBars(page)).toEqual([])
    },
  )

const misplacedInBars = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.setProperty("font-size", "200%")
    const parts = [...document.querySelectorAll(".top-bar > *")].map((each) => each.getBoundingClientRect())
    const labels = [...document.querySelectorAll(".bottom-bar > *, .top-bar > button")]
    return [
      ...parts
        .slice(1)
        .flatMap((box, at) => (box.left < (parts[at]?.right ?? 0) ? [`part ${at + 1} lies over`] : [])),
      ...labels
        .filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => `${each.textContent} is cut off`),
      ...((document.querySelector(".support-button")?.getBoundingClientRect().right ?? 0) > innerWidth
        ? ["Support is cut off"]
        : []),
    ]
  })

for (const user of bars)
  test(
    `the search of ${user} is in a thumb’s reach on a phone`,
    onlyWithoutScripts("places are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      await page.setViewportSize({ width: 360, height: 740 })
      const bar = page.getByRole("navigation", { name: "Quick" })
      const inBar = bar.getByRole("link", { name: "Search" })
      const isInBar = (await inBar.count()) > 0
      if (!isInBar) await page.getByRole("button", { name: "Menu" }).click()
      const search = isInBar ? inBar : page.getByRole("searchbox", { name: "Search" })
      const box = await search.boundingBox()
      expect(box?.y ?? 0, "in the lower third").toBeGreaterThan(740 * 0.66)
      expect((box?.y ?? 0) + (box?.height ?? 0), "on screen").toBeLessThanOrEqual(740)
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44)
      if (isInBar) await search.click()
      else {
        await search.fill("attendance")
        await search.press("Enter")
      }
      await expect(page).toHaveURL(/\/search/)
    },
  )

test(
  "in the system's colors the chosen mark, tab and menu item differ from the others",
  onlyWithoutScripts("colors are a matter of styles: once is enough"),
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" })
    await signIn(page, "teacher@harmony.example")
    await page.setViewportSize({ width: 360, height: 740 })
    await (await findRegister(page)).click()
    const backgrounds = await page.evaluate(() => {
      const colors = (selector: string) =>
        [...document.querySelectorAll(selector)].map((each) => getComputedStyle(each).backgroundColor)
      return {
        chosen: colors(".mark-choice label:has(:checked)"),
        others: colors(".mark-choice label:not(:has(:checked), .cancelled-mark)"),
      }
    })
    expect(backgrounds.chosen.length).toBeGreaterThan(0)
    expect(backgrounds.others.length).toBeGreaterThan(0)
    for (const color of backgrounds.chosen) expect(backgrounds.others).not.toContain(color)

    await page.goto("/messaging")
    const edges = await page.evaluate(() => {
      const edge = (selector: string) => {
        const found = document.querySelector(selector)
        return found ? getComputedStyle(found).borderBottomColor : selector
      }
      return {
        chosenTab: edge(".tabs [aria-current]"),
        otherTab: edge(".tabs a:not([aria-current])"),
        chosenPlace: edge(".bottom-bar [aria-current]"),
        otherPlace: edge(".bottom-bar a:not([aria-current])"),
      }
    })
    expect(edges.chosenTab).not.toBe(edges.otherTab)
    expect(edges.chosenPlace).not.toBe(edges.otherPlace)
  },
)

const touched: [user: string, path: string, acts: string][] = [
  ["teacher@harmony.example", "/dashboard/teacher", ".reach a, .register-list.unmarked b a, .day-beside p a"],
  ["teacher@harmony.example", "/dashboard/teacher/students", ".data-table td:first-child a"],
  ["teacher@harmony.example", "/dashboard/teacher/schedule", ".data-table td:first-child a"],
  ["guardian@harmony.example", "/student/invoices", '.data-table td:first-child a, a[href$="/pdf"]'],
  ["guardian@harmony.example", "/student/dashboard", ".buttons a, section > p > a:only-child"],
  ["guardian@harmony.example", "/student/schedule", "main p.no-print > a, main .callout + p a"],
  ["admin@harmony.example", "/dashboard", ".ledger dd a, ul.toolbar a"],
  ["solo@brightkeys.example", "/billing", ".data-table.picks td:nth-child(2) > a"],
  ["admin@harmony.example", "/dashboard/getting-started", ".guide-step p a"],
  ["admin@harmony.example", "/welcome", ".steps a"],
  ["admin@harmony.example", "/schedule/simple", "main li h3 > a"],
  ["guardian@harmony.example", "/student/events", "main h2 > a"],
]

for (const [user, path, acts] of touched)
  test(
    `a thumb finds what ${path} is for, and links within its text, at 360 px`,
    onlyWithoutScripts("heights are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      expect(await tooLow(page, `${acts}, .top-bar a`, 44)).toEqual([])
      expect(await tooLow(page, "main p > a:not(.button)", 24)).toEqual([])
      // The note's field is as wide as the page leaves it: what copies the last note is below it.
      for (const note of await page.locator("#register-sharedNote").all())
        expect((await note.boundingBox())?.width ?? 0).toBeGreaterThan(300)
    },
  )

/** Links that a finger hits on fewer pixels of their height, the parts of a card included that lead there. */
const tooLow = (page: Page, links: string, least: number) =>
  page.evaluate(
    ([links, least]) =>
      [...document.querySelectorAll<HTMLElement>(links)].flatMap((link) => {
        if (!link.checkVisibility() || link.offsetWidth < 3) return []
        link.scrollIntoView({ block: "center", behavior: "instant" })
        const [box] = link.getClientRects()
        if (!box) return []
        const card = (link.closest("li, tr") ?? link).getBoundingClientRect()
        const middle = box.top + box.height / 2
        const heightAt = (x: number) => {
          const isHit = (y: number) => document.elementFromPoint(x, y)?.closest("a") === link
          let [top, bottom] = [middle, middle]
          while (isHit(top - 1) && middle - top < 100) top -= 1
          while (isHit(bottom + 1) && bottom - middle < 100) bottom += 1
          return isHit(middle) ? bottom - top + 1 : 0
        }
        const high = Math.max(...[box.left + box.width / 2, card.right - 6].map(heightAt))
        return high < least ? [`${(link.textContent ?? "").slice(0, 30)}: ${Math.round(high)} px`] : []
      }),
    [links, least] as const,
  )

test.describe("on a tablet", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } })

  test(
    "a finger finds the boxes of a list, its headings and the ways on beside a heading",
    onlyWithoutScripts("heights are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, "admin@harmony.example")
      const low = () =>
        page.evaluate(() =>
          [
            ...document.querySelectorAll(
              ".top-bar a, .pick label, th a, td .button, .section > header a, main > .toolbar > a, summary",
            ),
          ].flatMap((each) => {
            const { width, height } = each.getBoundingClientRect()
            return each.checkVisibility() && width > 3 && height < 43.5
              ? [`${(each.textContent ?? "").slice(0, 30)}: ${Math.round(height)} px`]
              : []
          }),
        )
      for (const path of ["/dashboard", "/students", "/billing", "/billing/unbilled", "/settings/school"]) {
        await page.goto(path)
        expect([path, await low()]).toEqual([path, []])
      }
    },
  )
})

test(
  "without a script, too, what is done with selected students is one row of a laptop",
  onlyWithoutScripts("with a script office-acts-on-many.test.ts looks at it"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/students?status=learning")
    const bar = page.getByRole("group", { name: "With the selected students" })
    await expect(bar).toBeVisible()
    await page.locator(".pick input").first().check()
    expect((await bar.boundingBox())?.height).toBeLessThan(65)
  },
)

test(
  "a card leads where its title does, wherever it is pressed",
  onlyWithoutScripts("covering is a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ["/students", "/classes", "/billing", "/schedule?view=month"]) {
      await page.goto(path)
      const cards = page.locator(
        path.includes("month") ? ".data-table.month-table td:has(a)" : ".data-table tbody tr",
      )
      const card = cards.nth(2)
      // In the middle: at the end of the window a list's bar lies over it.
      await card.evaluate((element) => element.scrollIntoView({ block: "center" }))
      const [reacts, high] = await card.evaluate((element) => {
        const box = element.getBoundingClientRect()
        const at = document.elementFromPoint(box.right - 3, box.top + box.height / 2)
        return [at?.closest("a") === element.querySelector("a"), box.height] as const
      })
      expect(reacts, `the edge of a card of ${path} leads on`).toBe(true)
      expect(high).toBeGreaterThanOrEqual(44)
    }
    // what else can be pressed in a card keeps its own place
    await page.goto("/billing")
    const second = page.locator(".data-table tbody tr").first().locator("td + td a").first()
    await second.scrollIntoViewIfNeeded()
    const own = await second.evaluate((link) => {
      const box = link.getBoundingClientRect()
      return (
        document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest("a") === link
      )
    })
    expect(own).toBe(true)
  },
)

test(
  "a family sees its next lesson on the first screen of a small phone",
  onlyWithoutScripts("places are a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "guardian@harmony.example")
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto("/student/schedule")
    const lesson = await page.locator(".register-list li").first().boundingBox()
    const bar = await page.locator(".bottom-bar").boundingBox()
    expect((lesson?.y ?? 640) + (lesson?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  },
)

const long: [user: string, paths: string[]][] = [
  [
    "admin@harmony.example",
    [
      "/students",
      "/families",
      "/billing",
      "/billing/history",
      "/billing/unbilled",
      "/settings/school",
      "/settings/preferences",
      "/settings/policies",
      "/settings/admin/log",
      "/teachers/pay",
      "/analytics/teaching",
      "/students/portal-access",
    ],
  ],
  ["teacher@harmony.example", ["/dashboard/teacher", "/dashboard/teacher/students"]],
  ["guardian@harmony.example", ["/student/schedule", "/student/invoices", "/student/progress"]],
]

for (const [user, paths] of long)
  test(
    `${user} is never more than six screens of a phone from a way on`,
    onlyWithoutScripts("lengths are a matter of styles: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      await page.setViewportSize({ width: 360, height: 640 })
      for (const path of paths) {
        await page.goto(path)
        expect(await longestWay(page), `${path}, in screens`).toBeLessThanOrEqual(6)
      }
    },
  )

/** The longest stretch of a page, in screens, that no link near its top or above the stretch leads past. */
const longestWay = (page: Page) =>
  page.evaluate(() => {
    const topOf = (element: Element) => element.getBoundingClientRect().top + scrollY
    const ways = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')]
      .filter((link) => link.checkVisibility())
      .flatMap((link) => {
        const end = document.getElementById(decodeURIComponent(link.hash.slice(1)))
        return end ? [{ from: topOf(link), to: topOf(end) }] : []
      })
    const stops = [0, ...ways.map(({ to }) => to), document.documentElement.scrollHeight].sort(
      (a, b) => a - b,
    )
    const stretches = stops.slice(1).map((to, index) => ({ from: stops[index] ?? 0, to }))
    const leadsPast = (stretch: { from: number; to: number }) =>
      ways.some(({ from, to }) => to >= stretch.to && from <= stretch.from + 2 * innerHeight)
    const left = stretches.filter((stretch) => !leadsPast(stretch))
    return Math.max(0, ...left.map(({ from, to }) => to - from)) / innerHeight
  })

test(
  "a phone on its side keeps two thirds of its height for the attendance",
  onlyWithoutScripts("bars are a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "teacher@harmony.example")
    const lesson = await (await findRegister(page)).getAttribute("href")
    await page.setViewportSize({ width: 640, height: 360 })
    await page.goto(lesson ?? "")
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }))
    const taken = await page.evaluate(
      () =>
        [...document.querySelectorAll(".top-bar, .bottom-bar, .save-bar, .save-buttons .wide")]
          .map((bar) => bar.getBoundingClientRect())
          .filter(({ top, bottom, height }) => height > 0 && top < innerHeight && bottom > 0)
          .sort((one, other) => one.top - other.top)
          // A button within a bar takes nothing more.
          .reduce(
            ({ sum, until }, { top, bottom }) => ({
              sum: sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, until)),
              until: Math.max(until, bottom),
            }),
            { sum: 0, until: 0 },
          ).sum,
    )
    expect(taken).toBeLessThanOrEqual(360 / 3)
  },
)

test(
  "without its styles a form begins with its fields, and a week's heads are words of their own",
  onlyWithoutScripts("styles are the same with scripts: once is enough"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    const bare = () =>
      page.evaluate(() => {
        for (const sheet of document.querySelectorAll("style, link[rel=stylesheet]")) sheet.remove()
      })
    await page.goto("/students/create")
    const hidden = page.locator('main form button[aria-hidden="true"]').first()
    // Safari presses only what is drawn.
    expect(await hidden.evaluate((button) => getComputedStyle(button).display)).not.toBe("none")
    await bare()
    await expect(hidden).toBeHidden()
    await page.goto("/schedule")
    await bare()
    await expect(page.locator("main h2").filter({ hasText: /^Mon/ }).first()).toHaveText(/Mon\s+Monday\s+\d/)
  },
)
