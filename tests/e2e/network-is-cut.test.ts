import type { BrowserContext, Page } from "@playwright/test"
import { livesMany } from "../support/histories/count"
import { expect, onlyWithScripts, scriptsRun, signIn, test } from "./journey"
import { type Kept, keepAndSend } from "./kept-on-device"

// The network is cut at any moment: before a page is opened, between a mark and its save, while it is sent, and between two
// devices. Whatever happens, each mark, note and message is there once. A few cuts go through the pages, many more through what
// the device has kept; `npm run test:long` tries more of both. `CUTS=40` tries so many of the former, `SEED=2` others.

test.use({ serviceWorkers: "allow" })
// They take attendance of the same lessons, one after the other.
test.describe.configure({ mode: "default" })
const only = onlyWithScripts("a browser without scripts keeps nothing")

const cuts = Number(process.env.CUTS ?? (livesMany ? 40 : 8))
test.setTimeout(600_000 + cuts * 20_000)

const moments = ["before opening", "before saving", "while sending", "answer lost", "two devices"] as const
type Moment = (typeof moments)[number]

/** The same numbers every run, so that a failure can be seen again. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Whether nothing waits on the device. */
const isAllSent = (page: Page) =>
  page.evaluate(() =>
    [localStorage.getItem("tutti-kept-registers"), localStorage.getItem("tutti-kept-forms")].every(
      (kept) => kept === null || kept === "[]",
    ),
  )

const attendanceSent = (page: Page) =>
  expect
    .poll(() => isAllSent(page), { timeout: 40_000, message: "everything kept on the device was sent" })
    .toBe(true)

/** Lets the next save reach the server or not, and loses its answer. A preview that is still under way isn't it. */
async function loseNextPost(page: Page, arrives: boolean) {
  let isLost = false
  await page.unroute("**/*.data**")
  await page.route("**/*.data**", async (route) => {
    const request = route.request()
    const isPreview = request.postData()?.includes("intent=preview")
    if (request.method() !== "POST" || isPreview || isLost) return route.fallback()
    isLost = true
    if (arrives) await route.fetch().catch(() => undefined)
    await page.context().setOffline(true)
    await route.abort("internetdisconnected")
  })
}

/** Chooses a mark for one student on the open page. */
const mark = (page: Page, row: number, label: string) =>
  page.locator(".register-list > li").nth(row).locator("label", { hasText: label }).first().click()

async function save(page: Page) {
  await page.getByRole("button", { name: /^Save (attendance|changes)/ }).click()
}

/** Saves where there is a network and waits for the answer: of attendance that was taken before, the page says already that it is saved. */
async function saveAndHear(page: Page) {
  const answered = page.waitForResponse((answer) => {
    const request = answer.request()
    return request.method() === "POST" && request.postData()?.includes("intent=save") === true
  })
  await save(page)
  expect((await answered).ok()).toBe(true)
  await expect(page.getByText("Attendance is saved.").first()).toBeVisible()
}

/** The page of a lesson whose attendance the teacher can take or change; other journeys may have taken all of it. */
async function lessonOfToday(page: Page): Promise<string> {
  await page.goto("/dashboard/teacher")
  const open = page.locator('main a[href^="/classes/sessions/"]')
  if ((await open.count()) > 0) return (await open.first().getAttribute("href")) ?? ""
  const taken = page.locator(".day-list a.day-row").filter({ hasText: "Taken" }).first()
  const id = new URLSearchParams((await taken.getAttribute("href"))?.split(/[?#]/)[1]).get("lesson")
  return `/classes/sessions/${id}`
}

const privateNote = (page: Page) => page.getByLabel("Private note")

test(
  "whenever the network is cut, each mark, note and message arrives once",
  only,
  async ({ page, context, browser }) => {
    const random = numbersFrom(Number(process.env.SEED ?? 16))
    await signIn(page, "teacher@harmony.example")
    const due = await lessonOfToday(page)
    await page.goto(due)
    const students = await page.locator(".register-list > li").count()
    await saveAndHear(page)
    await expect
      .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, due), {
        timeout: 60_000,
        message: "a copy of the lesson on the device",
      })
      .toBe(true)

    const office = await browser.newContext({ serviceWorkers: "block" })
    const other = await office.newPage()
    await signIn(other, "admin@harmony.example")
    await page.goto("/messaging")
    const conversation = await page
      .locator('main a[href^="/messaging/"]:not([href*="new"], [href*="answers"])')
      .first()
      .getAttribute("href")

    for (let cut = 1; cut <= cuts; cut += 1) {
      const moment = moments[random(moments.length)] ?? "before saving"
      const label = ["Present", "Absent", "Excused"][random(3)] ?? "Present"
      const row = random(students)
      const text = `Cut ${cut}, ${moment}`
      await test.step(text, async () => {
        await oneCut({ page, context, other, due, moment, label, row, text, students })
        if (conversation && cut % 4 === 0) await oneMessage(page, context, conversation, text)
      })
    }
    await office.close()
  },
)

type Cut = {
  page: Page
  context: BrowserContext
  other: Page
  due: string
  moment: Moment
  label: string
  row: number
  text: string
  students: number
}

async function oneCut({ page, context, other, due, moment, label, row, text, students }: Cut) {
  const theirRow = (row + 1) % students
  await page.goto(due)
  if (moment === "two devices") await other.goto(due)
  if (moment === "before opening") {
    await context.setOffline(true)
    await page.reload({ waitUntil: "commit" }).catch(() => undefined)
    await expect(privateNote(page)).toBeVisible()
  }
  await mark(page, row, label)
  await privateNote(page).fill(text)
  if (moment === "before saving" || moment === "two devices") await context.setOffline(true)
  if (moment === "while sending") await loseNextPost(page, false)
  if (moment === "answer lost") await loseNextPost(page, true)
  await save(page)
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  if (moment === "before saving") {
    // The phone has closed the tab: opened again, the page shows what still waits. Chromium cuts the network of a page that
    // loads a moment late, so it may have been sent by then; below it has arrived in either case.
    await page.reload({ waitUntil: "commit" }).catch(() => undefined)
    await expect(privateNote(page)).toBeVisible()
    await expect
      .poll(async () => (await privateNote(page).inputValue()) === text || (await isAllSent(page)))
      .toBe(true)
  }
  if (moment === "two devices" && students > 1) {
    await mark(other, theirRow, "Excused")
    await saveAndHear(other)
  }
  await context.setOffline(false)
  await attendanceSent(page)
  await page.goto(due)
  await expect(privateNote(page)).toHaveValue(text)
  const chosen = page.locator(".register-list > li").nth(row).locator("input:checked")
  await expect(chosen).toHaveValue(label.toLowerCase())
  if (moment === "two devices" && students > 1)
    await expect(page.locator(".register-list > li").nth(theirRow).locator("input:checked")).toHaveValue(
      "excused",
    )
  await expect(page.locator(".register-list > li input:checked")).toHaveCount(students)
}

/** A message written without a connection, on a page that is closed before there is one again. */
async function oneMessage(page: Page, context: BrowserContext, conversation: string, text: string) {
  await page.goto(conversation)
  const body = `${text}: message`
  await page.getByLabel("Reply").fill(body)
  await loseNextPost(page, text.length % 2 === 0)
  await page.getByRole("button", { name: "Send reply" }).click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await context.setOffline(false)
  await attendanceSent(page)
  await page.goto(conversation)
  await expect(page.getByText(body, { exact: true })).toHaveCount(1)
}

test(
  "what two devices changed differently is chosen for each student",
  only,
  async ({ page, context, browser }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/attendance?view=missing")
    const due = await page.locator('main a[href^="/classes/sessions/"]').last().getAttribute("href")
    if (!due) throw new Error("No attendance is missing.")
    const second = await browser.newContext({ serviceWorkers: "block" })
    const other = await second.newPage()
    await signIn(other, "admin@harmony.example")
    await Promise.all([page.goto(due), other.goto(due)])

    await context.setOffline(true)
    await mark(page, 0, "Absent")
    await page.getByLabel("Note for families").fill("Scales, from the phone")
    await save(page)
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await mark(other, 0, "Excused")
    await other.getByLabel("Note for families").fill("Arpeggios, from the office")
    await saveAndHear(other)

    await context.setOffline(false)
    await page.getByRole("button", { name: "Compare both" }).click({ timeout: 40_000 })
    await expect(page.getByRole("heading", { name: "Choose which version to keep" })).toBeVisible()
    await page.getByLabel("Yours: Absent").check()
    await page.getByLabel("Both, theirs first").check()
    await page.getByRole("button", { name: "Save attendance" }).click()
    await expect(page.getByText("Attendance is saved.").first()).toBeVisible()
    await expect(page.getByText("Not saved yet.")).toHaveCount(0)
    await page.goto(due)
    await expect(page.getByLabel("Note for families")).toHaveValue(
      /Arpeggios, from the office\s+Scales, from the phone/,
    )
    await expect(page.locator(".register-list > li").first().locator("input:checked")).toHaveValue("absent")
    await second.close()
  },
)

test(
  "what is typed stays while someone else saves the same attendance, and both are kept",
  only,
  async ({ page, browser }) => {
    await signIn(page, "teacher@harmony.example")
    const due = await lessonOfToday(page)
    const second = await browser.newContext({ serviceWorkers: "block" })
    const other = await second.newPage()
    await signIn(other, "admin@harmony.example")
    await other.goto(due)
    // Another journey may have taken the attendance of this lesson.
    await mark(other, 0, "Present")
    await saveAndHear(other)
    await Promise.all([page.goto(due), other.goto(due)])
    // A tap before the page listens asks no one.
    await scriptsRun(page)

    await privateNote(page).fill("Typed in the corridor")
    await other.getByLabel("Note for families").fill("Scales, from the office")
    await saveAndHear(other)
    await expect(other.getByLabel("Note for families")).toHaveValue("Scales, from the office")
    // A tap asks the server what it would change.
    const asked = page.waitForResponse(
      (answer) => answer.request().postData()?.includes("intent=preview") === true,
    )
    await mark(page, 0, "Absent")
    await asked
    await expect(privateNote(page)).toHaveValue("Typed in the corridor")
    await save(page)
    await expect(page.getByLabel("Note for families")).toHaveValue("Scales, from the office")
    await expect(privateNote(page)).toHaveValue("Typed in the corridor")
    await expect(page.locator(".register-list > li").first().locator("input:checked")).toHaveValue("absent")
    await second.close()
  },
)

test("attendance that comes too early waits until it opens, and is no conflict", only, async ({ page }) => {
  await signIn(page, "teacher@harmony.example")
  const answer = await page.request.get("/kept-pages.json")
  const { pages } = (await answer.json()) as { pages: { path: string }[] }
  const later = pages.map(({ path }) => path).filter((path) => path.startsWith("/classes/sessions/"))
  const sessionId = later.at(-1)?.split("/").at(-1)
  await page.evaluate((id) => {
    const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
    const register = { owner, sessionId: id, title: "Early lesson", isRefused: false }
    const fields = [["intent", "save"]]
    localStorage.setItem("tutti-kept-registers", JSON.stringify([{ ...register, fields }]))
    window.dispatchEvent(new Event("tutti-kept-changed"))
    window.dispatchEvent(new Event("online"))
  }, sessionId)
  await expect(page.getByText(/Early lesson \(Waits until .*\d.[AP]M\)/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText("Not saved yet.")).toHaveCount(0)
})

/** How many cuts the queue gets, and of how many it is one on a closed and opened page. */
const queueCuts = livesMany ? 200 : 75
const betweenReloads = 25

test(
  `${queueCuts} cuts of what is being sent: each mark, note and message arrives once`,
  only,
  async ({ page }) => {
    const random = numbersFrom(Number(process.env.SEED ?? 16))
    await signIn(page, "teacher@harmony.example")
    const due = await lessonOfToday(page)
    await page.goto("/messaging")
    const links = page.locator('main a[href^="/messaging/"]:not([href*="new"], [href*="answers"])')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
    let conversation = ""
    for (const href of hrefs) {
      await page.goto(href)
      if ((await page.locator("#reply").count()) === 0) continue
      conversation = href
      break
    }
    if (!conversation) throw new Error("The teacher has no conversation.")

    // Each form is cut off once: before it reaches the server, or before its answer comes back.
    const seen = new Set<string>()
    await page.route("**/*.data**", async (route) => {
      const request = route.request()
      const [cut] = /\b(?:privateNote|body)=Cut\+\d+/.exec(request.postData() ?? "") ?? []
      if (request.method() !== "POST" || !cut || seen.has(cut)) return route.fallback()
      seen.add(cut)
      if (random(2) === 0) await route.fetch().catch(() => undefined)
      await route.abort("internetdisconnected")
    })
    const all = Array.from({ length: queueCuts }, (_, index): Kept => {
      const kind = random(5) < 3 ? "message" : "attendance"
      return {
        n: index + 1,
        kind,
        row: random(12),
        code: ["present", "absent", "excused"][random(3)] ?? "present",
      }
    })
    for (let from = 0; from < all.length; from += betweenReloads) {
      // A tab that was thrown away and opened again goes on where it was.
      await page.goto("/messaging")
      await scriptsRun(page)
      const list = all.slice(from, from + betweenReloads)
      expect(await page.evaluate(keepAndSend, { list, due, conversation })).toEqual([])
    }
    expect(seen.size).toBe(queueCuts)

    await page.goto(conversation)
    const texts = await page.locator(".message-text").allTextContents()
    const counted = all
      .filter(({ kind }) => kind === "message")
      .map(({ n }) => [n, texts.filter((text) => text === `Cut ${n}`).length])
    expect(counted.filter(([, times]) => times !== 1)).toEqual([])
  },
)
