import type { Page } from "@playwright/test"
import { expect, onlyWithoutScripts, signIn, test } from "./journey"

// Who hears a page gets lists of its links and of its buttons, by their names alone: on the main screens no two of the same name
// lead to different things. A record or a figure in a row is told apart by what its row says.

const screens: [user: string, paths: string[]][] = [
  [
    "admin@harmony.example",
    [
      "/dashboard",
      "/students",
      "/families",
      "/teachers",
      "/classes",
      "/schedule",
      "/schedule?view=month",
      "/schedule?view=agenda",
      "/schedule/simple",
      "/schedule/to-settle",
      "/absences",
      "/attendance",
      "/attendance?view=missing",
      "/billing",
      "/billing/unbilled",
      "/billing/manage",
      "/billing/manage/bank",
      "/billing/expenses",
      "/teachers/pay",
      "/analytics",
      "/analytics/teaching",
      "/analytics/money",
      "/analytics/ahead",
      "/messaging",
      "/settings/school",
      "/settings/preferences",
      "/settings/skills",
      "/settings/team",
    ],
  ],
  [
    "teacher@harmony.example",
    [
      "/dashboard/teacher",
      "/dashboard/teacher/schedule",
      "/dashboard/teacher/schedule?view=month",
      "/dashboard/teacher/students",
      "/dashboard/teacher/analytics",
    ],
  ],
  [
    "guardian@harmony.example",
    [
      "/student/dashboard",
      "/student/schedule",
      "/student/schedule?view=month",
      "/student/invoices",
      "/student/progress",
    ],
  ],
  ["solo@brightkeys.example", ["/dashboard", "/schedule", "/billing/unbilled"]],
  ["super@tutti.example", ["/super-admin", "/super-admin/analytics", "/super-admin/support"]],
]

for (const [user, paths] of screens)
  test(
    `${user} finds no two links or buttons of one name that do different things`,
    onlyWithoutScripts("names are a matter of the document: once is enough"),
    async ({ page }) => {
      await signIn(page, user)
      const alike: string[] = []
      for (const path of paths) {
        const answer = await page.goto(path)
        expect(answer?.status(), path).toBe(200)
        alike.push(...(await findAlike(page)).map((each) => `${path}: ${each}`))
      }
      expect(alike).toEqual([])
    },
  )

/** Names that more than one thing has, with the number of things. */
const findAlike = (page: Page) =>
  page.evaluate(() => {
    const textOf = (node: Node): string => {
      if (!(node instanceof HTMLElement)) return node instanceof Text ? node.data : ""
      if (node.ariaHidden === "true" || getComputedStyle(node).display === "none") return ""
      return node.ariaLabel ?? [...node.childNodes].map(textOf).join("")
    }
    const nameOf = (element: Element) => textOf(element).replace(/\s+/g, " ").trim()
    const forms = [...document.forms]
    const leadsTo = (element: Element): string => {
      if (element instanceof HTMLAnchorElement) return element.href
      if (!(element instanceof HTMLButtonElement)) return element.parentElement?.innerHTML ?? ""
      const opens = element.getAttribute("popovertarget")
      return opens ?? `${forms.indexOf(element.form as HTMLFormElement)} ${element.name} ${element.value}`
    }
    /** What is heard with a name: the landmark; for a record or a figure its table and row, for a column's heading that it is one. */
    const heardWith = (element: Element): string => {
      const landmark = element.closest("nav, search, [role=search], header, footer")
      const around = landmark ? (landmark.ariaLabel ?? landmark.tagName) : ""
      if (element.closest("th")) return `${around} heading`
      const isAct = element.tagName !== "A" || element.closest(".actions, .buttons")
      const row = isAct ? null : element.closest("tr, li, p")
      const table = row?.closest("table")?.caption?.textContent ?? ""
      return [around, table, row?.textContent, row && element.closest("td")?.dataset.l].join(" ")
    }
    const things = new Map<string, Set<string>>()
    for (const element of document.querySelectorAll("a[href], button, summary")) {
      if (!element.checkVisibility() || element.ariaHidden === "true") continue
      const key = JSON.stringify([nameOf(element), heardWith(element)])
      things.set(key, (things.get(key) ?? new Set()).add(leadsTo(element)))
    }
    return [...things].flatMap(([key, those]) =>
      those.size > 1 ? [`${(JSON.parse(key) as string[])[0]} × ${those.size}`] : [],
    )
  })
